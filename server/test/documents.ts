/** A company with trials and a clinic, people of every kind, and documents that they keep. */
import * as api from '@portal/contract/documents/endpoints.ts';
import type { UserType } from '@portal/contract/access.ts';
import { aPaper } from './forms.ts';
import { aPdf } from './pdfs.ts';
import { type Caller, openPortal } from './portal.ts';

type Body = Record<string, unknown>;
export const uploadOf = (text = 'Protocol', over: Body = {}): Body => ({
  filename: `${text}.pdf`,
  friendlyName: text,
  contentType: 'application/pdf',
  data: aPdf(text).toString('base64'),
  ...over,
});

/** Two trials of one company, the first with two sites, a clinic with a ward, and another company beside them. */
export async function openDocuments() {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard', 'ClinicalManagement']);
  const sponsorId = await portal.aSponsor(companyId);
  const trial = await portal.aTrial(companyId, { sponsor_id: sponsorId });
  const otherTrial = await portal.aTrial(companyId);
  const [boston, lyon] = [await portal.aSite(companyId, trial), await portal.aSite(companyId, trial)];
  const group = async (name: string, parentId: number | null) =>
    (
      await portal.rows<{ id: number }>(
        `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
         values ($1, $2, 'group', $3, $3, now()) returning care_group_id as id`,
        [companyId, parentId, name],
      )
    )[0]!.id;
  const clinic = await group('Clinic', null);
  const ward = await group('Ward', clinic);
  const pharmacyId = await portal.aPartner(companyId, 'pharmacy');
  const theirCompanyId = await portal.aCompany(['TrialCard', 'ClinicalManagement']);
  const person = async (type: UserType, groups: readonly number[] = [], fields: Body = {}) =>
    portal.signedIn(await portal.aPerson(type, { company_id: companyId, ...fields }, groups));
  const people = {
    admin: await person('Admin'),
    ofTrial: await person('Other', [trial], { admin_rights: true }),
    ofBoston: await person('Site User', [boston], { admin_rights: true }),
    // At the top: they see the whole company, and work in the clinic.
    ofClinic: await person('Nurse', [clinic], { admin_rights: true }),
    ofWard: await person('Nurse', [ward], { admin_rights: true }),
    atBoston: await person('Site User', [boston]),
    atLyon: await person('Site User', [lyon]),
    sponsor: await person('Sponsor', [], { sponsor_id: sponsorId }),
    pharmacist: await person('Pharmacy User', [], { partner_id: pharmacyId }),
    abroad: await portal.signedIn(await portal.aPerson('Admin', { company_id: theirCompanyId })),
  } satisfies Record<string, Caller>;
  const { admin } = people;

  const saved = async (text = 'Protocol', over: Body = {}, by: Caller = admin): Promise<number> => {
    const answer = await by.call(api.saveDocument, { body: uploadOf(text, over) });
    if (answer.status !== 200) throw new Error(`not saved: ${answer.message}`);
    return answer.reply.documentId;
  };
  const ofLibrary = async (text = 'Leaflet', isTemplate: 0 | 1 = 0): Promise<number> =>
    (await admin.call(api.addToLibrary, { body: uploadOf(text, { company_id: companyId, isTemplate }) })).reply
      .documentId;
  const attach = (docId: number, g_id: number | number[], over: Body = {}, by: Caller = admin) =>
    by.call(api.attachToGroups, { body: { docId, g_id, ...over } });
  /** A document in a group: its number. People can sign what is a training. */
  const attached = async (g_id: number, text = 'Protocol', over: Body = {}): Promise<number> => {
    const docId = await saved(text, over.isTrainingDoc ? { data: await aPaper(1) } : {});
    const answer = await attach(docId, g_id, over);
    if (answer.status !== 200) throw new Error(`not attached: ${answer.message}`);
    return docId;
  };
  const list = async (g_id: number, by: Caller = admin) =>
    (await by.call(api.listGroupDocuments, { query: { g_id } })).reply.documents;
  const namesIn = async (g_id: number, by: Caller = admin) => (await list(g_id, by)).map((one) => one.friendlyName);
  const opens = async (docId: number, by: Caller) => (await by.call(api.fetchDocument, { query: { docId } })).status;

  /** A request for signatures, laid by hand; who has a time has signed. */
  const asked = async (
    docId: number,
    signers: readonly (readonly [who: number, signedAt: string | null])[],
    { kind = 'general', state = 'open' }: { kind?: string; state?: string } = {},
  ): Promise<number> => {
    const [{ id }] = (await portal.rows<{ id: number }>(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, $3, gen_random_uuid(), $4, now()) returning signing_request_id as id`,
      [companyId, docId, kind, state],
    )) as [{ id: number }];
    for (const [n, [who, signedAt]] of signers.entries())
      await portal.rows(
        `insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid, signed_at)
         select $1, $2, $3, provider_id, first_name || ' ' || last_name, email, gen_random_uuid(), $5::timestamptz
         from provider where provider_id = $4`,
        [id, companyId, n + 1, who, signedAt],
      );
    return id;
  };
  /** Says that a document is the report on a site's people. */
  const isReport = (docId: number, siteId: number) =>
    portal.rows(
      `insert into user_report (document_id, company_id, care_group_id, changes_since, created_at) values ($1, $2, $3, '2026-01-01', now())`,
      [docId, companyId, siteId],
    );
  const formOf = async (trialId: number) =>
    (
      await portal.rows<{ form: number | null }>(
        'select order_form_template_id as form from care_group where care_group_id = $1',
        [trialId],
      )
    )[0]!.form;
  const trailOf = (docId: number) =>
    portal.rows<{ action: string; changes: { field: string; old?: unknown; new?: unknown }[]; reason: string | null }>(
      `select action, changes, reason from audit_entry where record_kind = 'document' and record_id = $1 order by seq`,
      [String(docId)],
    );
  return {
    ...portal,
    companyId,
    theirCompanyId,
    trial,
    otherTrial,
    boston,
    lyon,
    clinic,
    ward,
    pharmacyId,
    people,
    aGroup: group,
    saved,
    ofLibrary,
    attach,
    attached,
    list,
    namesIn,
    opens,
    asked,
    isReport,
    formOf,
    trailOf,
  };
}
export type Documents = Awaited<ReturnType<typeof openDocuments>>;
