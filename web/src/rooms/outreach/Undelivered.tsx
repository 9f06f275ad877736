import { Notice } from '#kit/Notice.tsx';
import { useUndelivered } from './queries.ts';

const words: Record<string, string> = {
  Email: 'Emails to this patient do not arrive. Check their email address.',
  Text: 'Texts to this patient do not arrive. Check their phone number.',
};

/** That a patient gets nothing of what was sent, by which way. */
export function Undelivered({ uId, surveyEventId }: { uId: number; surveyEventId?: number }) {
  const ways = useUndelivered(uId, surveyEventId);
  return ways.map((way) => (
    <Notice key={way} tone="warning">
      {words[way]}
    </Notice>
  ));
}
