import { Notice } from '#kit/Notice.tsx';
import { WaitingSaid } from '#shared/WaitingSaid.tsx';
import { useWaiting } from './queries.ts';

/** What of a patient still waits for somebody, said before the patient gets out of sight. */
export function WaitingNotice({ uId, seenBy }: { uId: number; seenBy: string }) {
  const { flags, followUps, isLoading, isUnread } = useWaiting(uId);
  return (
    <>
      {isUnread ? (
        <Notice tone="warning">
          What still waits for somebody could not be loaded completely. Please check it first.
        </Notice>
      ) : (
        isLoading && <Notice tone="warning">What still waits for somebody is still being loaded.</Notice>
      )}
      <WaitingSaid flags={flags} followUps={followUps} seenBy={seenBy} />
    </>
  );
}
