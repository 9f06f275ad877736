import { useState } from 'react';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { takeCode } from '#rooms/responses/respond/code.ts';
import { RespondScreen } from '#rooms/responses/respond/RespondScreen.tsx';

/** `/respond?code=`: a patient answers one assessment, without sign-in. */
export default function Respond() {
  const [code] = useState(takeCode);
  return (
    <OpenFrame>
      <RespondScreen code={code} />
    </OpenFrame>
  );
}
