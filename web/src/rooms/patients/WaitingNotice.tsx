import { Notice } from '#kit/Notice.tsx';
import { useWaiting } from './queries.ts';

/** What of a patient still waits for somebody, said before the patient gets out of sight. */
export function WaitingNotice({ uId, seenBy }: { uId: number; seenBy: string }) {
  const { flags, followUps, isLoading, isUnread } = useWaiting(uId);
  const waiting = [
    flags > 0 && `${flags} flagged ${flags === 1 ? 'answer is' : 'answers are'} open`,
    followUps > 0 && `${followUps} ${followUps === 1 ? 'follow-up is' : 'follow-ups are'} planned`,
  ].filter(Boolean);
  return (
    <>
      {isUnread ? (
        <Notice tone="warning">
          What still waits for somebody could not be loaded completely. Please check it first.
        </Notice>
      ) : (
        isLoading && <Notice tone="warning">What still waits for somebody is still being loaded.</Notice>
      )}
      {waiting.length > 0 && (
        <Notice tone="warning">
          {`${waiting.join(' and ')}. Afterwards ${seenBy} ${flags + followUps === 1 ? 'it' : 'them'}.`}
        </Notice>
      )}
    </>
  );
}
