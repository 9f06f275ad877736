import { lazy, Suspense, useState } from 'react';
import { Loading } from '#kit/States.tsx';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { RespondScreen } from '#rooms/responses/respond/RespondScreen.tsx';
import { takeCode } from '#shared/patient-page/link-code.ts';

const TalkScreen = lazy(() => import('#rooms/conversations/patient/TalkScreen.tsx'));

/** `/respond?code=`: a patient answers one assessment; `/respond?conversation=`: reads and writes in one conversation. Without sign-in. */
export default function Respond() {
  const [link] = useState(takeCode);
  return (
    <OpenFrame>
      {link?.of === 'conversation' ? (
        <Suspense fallback={<Loading />}>
          <TalkScreen code={link.code} />
        </Suspense>
      ) : (
        <RespondScreen code={link?.code ?? null} />
      )}
    </OpenFrame>
  );
}
