/** Whether a training form is one that people can sign: no administrator is held at one that they cannot (OPN-61). */
import { Failed } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import { job } from '#platform/jobs/job.ts';
import { noteCanBeSigned, trainingFormsToCheck, wholeBytes } from '#rooms/documents/door.ts';
import { forms } from './forms/forms.ts';

/** A form may have fields for others, whom nobody asks. */
const mostSigners = 50;

/** Each person signs a copy of their own, as its first signer. A form that cannot be opened, or filled in as it asks, is signed by nobody. */
export async function canBeSigned(file: () => Promise<Uint8Array>): Promise<boolean> {
  let isRead = false;
  try {
    const bytes = await file();
    isRead = true;
    const [fields, { problems }] = [await forms.read(bytes), await forms.validate(bytes, mostSigners)];
    return (
      problems.length === 0 && fields.some(({ signer, type, isOpen }) => signer === 1 && type === 'Signature' && isOpen)
    );
  } catch (error) {
    // Neither a file that is missing now nor too many at once says anything about the form.
    if (!isRead || error instanceof Failed) throw error;
    return false;
  }
}

/** Forms that were attached where nobody looked: before there was a look, or by a server of an earlier release. */
export const checkTrainingForms = job({ name: 'check-training-forms', at: '*/10 * * * *' });

const portion = 50;

/** What cannot be told now is asked again the next time, after those that come behind it. */
export async function checkTrainingFormsDue({ database, files, log }: Pick<House, 'database' | 'files' | 'log'>) {
  for (let after = 0; ; ) {
    const found = await database.asSystem((tx) => trainingFormsToCheck(tx, { after, portion }).execute());
    for (const { documentId, ...kept } of found) {
      try {
        const can = await canBeSigned(() => wholeBytes(files, kept));
        await database.asSystem((tx) => noteCanBeSigned(tx, documentId, can));
      } catch (error) {
        log.warn('training form not checked', { documentId, error: (error as Error).message });
      }
      after = documentId;
    }
    if (found.length < portion) return null;
  }
}
