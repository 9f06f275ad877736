import { refusals } from '@portal/contract/outreach/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { useUntoldBy } from './queries.ts';

const words: Record<string, string> = {
  Email: 'Emails to this patient do not arrive. Check their email address.',
  Text: 'Texts to this patient do not arrive. Check their phone number.',
};

/** That a patient gets nothing of what is to be sent, by which way, and why. */
export function Undelivered({ uId, surveyEventId }: { uId: number; surveyEventId?: number }) {
  const { refused, undelivered } = useUntoldBy(uId, surveyEventId);
  return [...refused.map((way) => refusals[way]), ...undelivered.map((way) => words[way])].map((said) => (
    <Notice key={said} tone="warning">
      {said}
    </Notice>
  ));
}
