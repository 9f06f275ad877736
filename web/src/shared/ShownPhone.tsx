import { useEffect, useState } from 'react';
import type * as phone from './phone.ts';

let showPhone: typeof phone.showPhone | undefined;

/** A phone number for reading (OPN-71). Only numbers from outside North America need the library, and bring it. */
export function ShownPhone({ number }: { number: string }) {
  const local = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return local ? local.slice(1).join('-') : <Abroad number={number} />;
}

/** As it is kept, until the library has come. */
function Abroad({ number }: { number: string }) {
  const [show, setShow] = useState(() => showPhone);
  useEffect(() => {
    const keep = (file: typeof phone) => {
      showPhone = file.showPhone;
      setShow(() => file.showPhone);
    };
    if (!show) import('./phone.ts').then(keep, () => undefined);
  }, [show]);
  return show ? show(number) : number;
}
