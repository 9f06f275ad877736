import { lazy, Suspense } from 'react';

const Abroad = lazy(() =>
  import('./phone.ts').then(({ showPhone }) => ({ default: ({ number }: { number: string }) => showPhone(number) })),
);

/** A phone number for reading (OPN-71). Only numbers from outside North America need the library, and bring it. */
export function ShownPhone({ number }: { number: string }) {
  const local = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (local) return local.slice(1).join('-');
  return (
    <Suspense>
      <Abroad number={number} />
    </Suspense>
  );
}
