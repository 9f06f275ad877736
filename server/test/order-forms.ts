/** A trial at work whose requests are signed on an order form, with somebody who prescribes. */
import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { orderFormLabels } from '@portal/contract/signing/field-names.ts';
import { anOrderForm } from './forms.ts';
import { openShipments } from './shipments.ts';
import type { Caller } from './portal.ts';

type Body = Record<string, unknown>;

export async function openOrderForms() {
  const s = await openShipments();
  const { admin, siteUser } = s.people;
  const prescriberId = await s.aPerson(
    'Site User',
    { company_id: s.companyId, is_prescriber: true, first_name: 'Doro', last_name: 'Script' },
    [s.siteId],
  );
  const prescriber = await s.signedIn(prescriberId);
  let present: number | undefined;
  /** Makes a file the order form of the trial, in the place of the one before: its number. */
  const attachTemplate = async (bytes: Buffer): Promise<number> => {
    const saved = await admin.call(documents.saveDocument, {
      body: {
        filename: 'Order form.pdf',
        friendlyName: 'Order form',
        contentType: 'application/pdf',
        data: bytes.toString('base64'),
      },
    });
    if (saved.status !== 200) throw new Error(`no template: ${saved.message}`);
    const { documentId } = saved.reply;
    const body = { docId: documentId, g_id: s.trialId, isOrderForm: 1, replaces: present };
    const attached = await admin.call(documents.attachToGroups, { body });
    if (attached.status !== 200) throw new Error(`not attached: ${attached.message}`);
    present = documentId;
    return documentId;
  };
  const templateId = await attachTemplate(await anOrderForm(orderFormLabels));
  const ask = (over: Body = {}, { by = siteUser as Caller, headers = {} } = {}) =>
    by.call(api.createRequest, { body: s.order({ prescriberId, ...over }), headers });
  /** A request with what was made with it. */
  const asked = async (over: Body = {}, by: Caller = siteUser) => {
    const answer = await ask(over, { by });
    if (answer.status !== 200) throw new Error(`no request: ${answer.message}`);
    const { srIds, orderForms } = answer.reply;
    return { srId: srIds[0] as number, srIds, orderForms };
  };
  const contentOf = async (docId: number, by: Caller = admin) =>
    Buffer.from((await by.call(documents.fetchDocument, { query: { docId } })).reply.data, 'base64');
  /** Everything that making order forms writes: two equal ones mean that nothing was left behind. */
  const leftBehind = async () => ({
    rest: await s.fingerprint(),
    signing: await s.rows('select * from signing_request order by 1'),
    signers: await s.rows('select * from signer order by 1'),
    files: await s.rows('select * from stored_file order by 1'),
  });
  return { ...s, prescriberId, prescriber, templateId, attachTemplate, ask, asked, contentOf, leftBehind };
}
