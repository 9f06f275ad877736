import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { membersOf } from './sight.ts';

/** Tells whoever takes part in a patient's conversations that these look different now: a member need not see the patient elsewhere. */
export async function tellMembers(act: Act<Actor>, patientId: number): Promise<void> {
  const rows = await act.tx
    .selectFrom('conversation')
    .select('conversation_id as id')
    .where('patient_id', '=', patientId)
    .orderBy('conversation_id')
    .execute();
  const members = await membersOf(
    act,
    rows.map(({ id }) => id),
  );
  await act.announce(...[...members].map(([id, people]) => ({ type: 'conversation.changed' as const, id, people })));
}
