import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { copyDocument, type Pdf } from '#rooms/documents/door.ts';
import { askForSignatures } from '../ask-for-signatures.ts';

interface NewOrderForm {
  templateId: number;
  pdf: Pdf;
  filename: string;
  friendlyName: string;
  /** Who may open it besides administrators and signers: the people of the site, and of the pharmacy that it goes to. */
  careGroupId: number;
  partnerId: number;
  prescriberId: number;
}
/** As whoever placed the request gets it: how they open it to sign (OPS-71). */
export interface OpenOrderForm {
  docId: number;
  uuid: string;
  signerUuid: string;
}

/** Keeps an order form and asks for its signatures: first whoever places the request, then the prescriber, who may be the same (ODF-04). */
export async function keepOrderForm(
  act: Act<Actor & { providerId: number }>,
  { prescriberId, ...copy }: NewOrderForm,
): Promise<OpenOrderForm> {
  const { id: documentId } = await copyDocument(act, copy);
  const order = [act.viewer.providerId, prescriberId];
  const people = await act.tx
    .selectFrom('provider')
    .select(['provider_id', 'first_name', 'last_name', 'email'])
    .where('provider_id', '=', anyOf(order))
    .execute();
  const signers = order.flatMap((providerId) =>
    people
      .filter(({ provider_id }) => provider_id === providerId)
      .map((person) => ({ providerId, name: `${person.first_name} ${person.last_name}`.trim(), email: person.email })),
  );
  const { srUuid, signerUuids } = await askForSignatures(act, { documentId, kind: 'order_form', signers });
  return { docId: documentId, uuid: srUuid, signerUuid: signerUuids[0] as string };
}
