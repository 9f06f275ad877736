import type { ReactNode } from 'react';

/** A form of one field inside a question: Enter in the field does what the button below does. */
export function EnterSends({ send, children }: { send: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
    </form>
  );
}
