import type { Tx } from '../src/platform/database/db.ts';
import type { Portal } from './portal.ts';
import { inPlaceOfAct } from './unrecorded-changes.ts';

/** Until so many stand before a lock, or nobody asks any more. */
export async function somebodyWaits(portal: Pick<Portal, 'rows'>, many = 1, isAsked = () => true): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (isAsked() && (await portal.rows(waiting)).length < many) await new Promise((next) => setImmediate(next));
}

/** Begins a call while something is done that is not committed, and gives what it is answered once that has been. */
export async function whileUncommitted<Answer>(
  portal: Pick<Portal, 'app' | 'rows'>,
  companyId: number,
  deed: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { called } = await portal.app.database.inCompany(companyId, async (tx) => {
    inPlaceOfAct(tx);
    await deed(tx);
    const begun = call();
    let isOver = false;
    await Promise.race([begun, somebodyWaits(portal, 1, () => !isOver)]);
    isOver = true;
    // Wrapped: it may end after this transaction alone.
    return { called: begun };
  });
  return called;
}

/** The same while a patient is held and changed. */
export const whilePatientIsChanged = <Answer>(
  portal: Pick<Portal, 'app' | 'rows'>,
  { companyId, patientId }: { companyId: number; patientId: number },
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> =>
  whileUncommitted(
    portal,
    companyId,
    async (tx) => {
      await tx.selectFrom('patient').select('version').where('patient_id', '=', patientId).forNoKeyUpdate().execute();
      await change(tx);
    },
    call,
  );
