import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { asClinicTimeInFiles } from '#kit/clinic-time.ts';
import type { Line } from './order.ts';
import classes from './reorder-forms.module.css';

/** The order on paper: out of sight on the screen, and all there is in print. What has no quantity yet is not on it. */
export function PrintedOrder({ companyName, lines }: { companyName: string; lines: readonly Line[] }) {
  const { fName, lName } = useViewer();
  const [at, setAt] = useState(serverNow);
  useEffect(() => {
    // The paper says when it was printed, not when the page was opened.
    const note = () => flushSync(() => setAt(serverNow()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return createPortal(
    <section className={classes.sheet} aria-label="Printed order">
      <h1>Medication order</h1>
      <dl>
        <dt>Company</dt>
        <dd>{companyName}</dd>
        <dt>Date</dt>
        <dd>{asClinicTimeInFiles(at)}</dd>
        <dt>Ordered by</dt>
        <dd>{`${fName} ${lName}`}</dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Medication</th>
            <th scope="col">Dosage</th>
            <th scope="col">Information</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ quantity }) => quantity !== null)
            .map(({ choice, quantity }) => (
              <tr key={choice.key}>
                <td>{choice.name}</td>
                <td>{choice.dosage}</td>
                <td>{choice.information}</td>
                <td>{quantity}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
