import { Notice } from '#kit/Notice.tsx';

/** What still waits for somebody of patients who get out of sight. */
export function WaitingSaid(props: {
  flags: number;
  followUps: number;
  /** Whose it is, where that is not plain. */
  of?: string;
  seenBy: string;
}) {
  const { flags, followUps, of, seenBy } = props;
  if (flags + followUps === 0) return null;
  const waiting = [
    flags > 0 && `${flags.toLocaleString('en')} flagged ${flags === 1 ? 'answer is' : 'answers are'} open`,
    followUps > 0 && `${followUps.toLocaleString('en')} ${followUps === 1 ? 'follow-up is' : 'follow-ups are'} planned`,
  ].filter(Boolean);
  return (
    <Notice tone="warning">
      {`${of ? `Of ${of}, ` : ''}${waiting.join(' and ')}. Afterwards ${seenBy} ${flags + followUps === 1 ? 'it' : 'them'}.`}
    </Notice>
  );
}
