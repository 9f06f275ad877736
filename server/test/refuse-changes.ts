import type { Portal } from './portal.ts';

/** The database refuses whatever changes this table's rows of a company; gives how it takes changes again. */
export async function refuseChanges({ rows }: Pick<Portal, 'rows'>, table: string, companyId: number) {
  const name = `refuses_${table}_of_${companyId}`;
  await rows(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'changes of company ${companyId} are refused'; end $$`);
  await rows(`create trigger ${name} before update on ${table} for each row
    when (new.company_id = ${companyId}) execute function ${name}()`);
  return async () => void (await rows(`drop function ${name}() cascade`));
}
