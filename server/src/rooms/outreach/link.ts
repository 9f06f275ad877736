import { randomBytes } from 'node:crypto';
import { birthDateTries, codeDays } from '@portal/contract/responses/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { hashOf } from '#platform/security/viewer-of.ts';

/** A new code for the patient's page of an event, which replaces the one before; only its hash is kept. */
export async function codeForEvent(
  { tx, viewer, now }: Pick<Act<Actor>, 'tx' | 'viewer' | 'now'>,
  surveyEventId: number,
): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  const fresh = {
    code_hash: hashOf(code),
    made_at: now(),
    expires_at: new Date(now().getTime() + codeDays * 86_400_000),
    tries_left: birthDateTries,
    pass_hash: null,
  };
  await tx
    .insertInto('respond_code')
    .values({ survey_event_id: surveyEventId, company_id: viewer.companyId, ...fresh })
    .onConflict((conflict) => conflict.column('survey_event_id').doUpdateSet(fresh))
    .execute();
  return code;
}
