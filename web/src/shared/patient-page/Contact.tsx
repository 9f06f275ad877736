import { useBrand } from '#api/viewer.ts';
import classes from './patient-page.module.css';

/** Whom the patient asks. */
export function Contact() {
  const { phone, email } = useBrand();
  if (!phone && !email) return null;
  return (
    <p className={classes.quiet}>
      Questions? {phone && <>Call {phone}</>}
      {phone && email && ' or '}
      {email && (
        <>
          {phone ? 'write' : 'Write'} to {email}
        </>
      )}
      .
    </p>
  );
}
