/** People who are asked to sign, and sign; and a site whose requests are signed on an order form. */
import { setTimeout as pause } from 'node:timers/promises';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { createRequest } from '@portal/contract/shipments/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { orderFormLabels } from '@portal/contract/signing/field-names.ts';
import { signingReasons } from '@portal/contract/signing/rules.ts';
import { addDays } from '../../server/src/platform/core/clock.ts';
import { createAccount } from '../../server/src/rooms/identity/door.ts';
import { aDrawing, anOrderForm } from '../../server/test/forms.ts';
import { anAddress } from '../../server/test/things.ts';
import { audits, type Crew, done, type Ground } from './crew.ts';
import type { Work } from './ledger.ts';
import { numbered } from './supply.ts';

const password = 'Battery-Staple-7';
const fieldName = 'Signature0_1_Required';
const reason = signingReasons.general;
const ofRequest = (actions: string) => audits('signing_request', 'r.signing_request_id', actions);
const orderForms = `shipment_request s join shipment_line l using (request_id) where s.company_id = $1 and l.label like 'FORM-%'`;

export const signatures: Crew = {
  marks: {
    'document saved': 'select friendly_name as mark, count(*) as times from document where company_id = $1 group by 1',
    'signatures asked for':
      'select document_id as mark, count(*) as times from signing_request where company_id = $1 group by 1',
    'document signed': `select document_id as mark, count(signature_id) as times from signing_request join signature using (signing_request_id)
      where signing_request.company_id = $1 group by 1`,
    'order form asked for': `select label as mark, count(*) as times from ${orderForms} group by 1`,
  },
  halves: {
    'requests for signatures without their signers': `select 1 from signing_request r where company_id = $1
      and (select count(*) from signer where signing_request_id = r.signing_request_id) <> case kind when 'order_form' then 2 else 1 end`,
    'signers whose signature is missing, and signatures of nobody': `select 1 from signer s where company_id = $1
      and (s.signed_at is not null) <> exists (select from signature where signer_id = s.signer_id)`,
    'signed requests that are not completed': `select 1 from signing_request r where company_id = $1
      and (state = 'completed') <> not exists (select from signer where signing_request_id = r.signing_request_id and signed_at is null)`,
    'completed requests that are not sealed': `select 1 from signing_request where company_id = $1 and state = 'completed' and sealed_at is null`,
    'proofs that were spent on nothing': `select 1 from signing_proof p where company_id = $1 and used_at is not null
      and not exists (select from signature where signing_request_id = p.signing_request_id and field_name = p.field_name)`,
    'signatures without a spent proof': `select 1 from signature s where company_id = $1
      and (select count(*) from signing_proof where signing_request_id = s.signing_request_id and used_at is not null) <> 1`,
    'requests for signatures whose audit entries do not add up': `select 1 from signing_request r where company_id = $1
      and (${ofRequest(`'signing.requested'`)} <> 1 or ${ofRequest(`'signing.signed'`)} <> (select count(*) from signer where signing_request_id = r.signing_request_id and signed_at is not null)
        or ${ofRequest(`'signing.completed'`)} <> (state = 'completed')::int or ${ofRequest(`'signing.sealed'`)} <> (sealed_at is not null)::int)`,
    'order forms that nobody is asked to sign': `select 1 from ${orderForms} and (select count(*) from shipment_document d
      join signing_request r using (document_id) where d.request_id = s.request_id and r.kind = 'order_form' and r.state = 'open') <> 1`,
    'documents of requests that are not there': `select 1 from document d where company_id = $1 and friendly_name not like 'FORM%'
      and exists (select from signing_request r where r.document_id = d.document_id and r.kind = 'order_form')
      and not exists (select from shipment_document where document_id = d.document_id)`,
  },

  hire: async (ground) => {
    const { world, companyId, work } = ground;
    const form = await anOrderForm([], { signers: [1] });
    const data = form.toString('base64');
    const image = aDrawing().toString('base64');
    const aSigner = async () => {
      const providerId = await world.aPerson('Admin', { company_id: companyId });
      const [row] = await world.rows<{ email: string }>('select email from provider where provider_id = $1', [
        providerId,
      ]);
      const { email } = row as { email: string };
      await world.database.asSystem((tx) => createAccount(tx, { email, password, state: 'confirmed', phone: null }));
      return { providerId, email, token: await world.tokenFor(providerId) };
    };
    const signing =
      ({ providerId, email, token }: Awaited<ReturnType<typeof aSigner>>) =>
      async ({ next, ask, look }: Work) => {
        const name = `PAPER-${next()}`;
        const saved = await ask({
          kind: 'document saved',
          mark: name,
          endpoint: documents.saveDocument,
          token,
          body: { filename: 'a.pdf', friendlyName: name, contentType: 'application/pdf', data },
        });
        if (saved.outcome !== 'acknowledged') return undefined;
        const docId = saved.answer?.body['documentId'] as number;
        const asked = await ask({
          kind: 'signatures asked for',
          mark: String(docId),
          endpoint: api.requestSignatures,
          token,
          body: { docId, requestRequired: 1, signers: [{ cpId: providerId, name: 'Ada', email, signerNum: 1 }] },
        });
        if (asked.outcome !== 'acknowledged') return undefined;
        const srUuid = asked.answer?.body['srUuid'] as string;
        const list = await look<{ documents: { docId: number; signerUuid: string }[] }>(api.listToSign, token, {
          query: { cp_id: providerId },
        });
        const proved = await look<{ proof: string }>(api.stepUp, token, {
          body: { email, password, srUuid, fieldName, reason },
        });
        const signerUuid = list?.documents.find((one) => one.docId === docId)?.signerUuid;
        // What could not be opened is left unsigned.
        if (signerUuid === undefined || !proved) return pause(50);
        return ask({
          kind: 'document signed',
          mark: String(docId),
          endpoint: api.sign,
          token,
          body: {
            srUuid,
            signerUuid,
            contentType: 'application/pdf',
            data,
            auditTrailSignatures: [{ fieldName, reason, proof: proved.proof, image }],
          },
        });
      };
    const [one, other] = [await aSigner(), await aSigner()];
    return {
      workers: [signing(one), signing(other), await anOrderFormSite(ground, one.token)],
      inspect: async (ledger) => {
        for (let waited = 0; waited < 60_000; waited += 100) {
          const open = await world.rows(signatures.halves['completed requests that are not sealed'] as string, [
            companyId,
          ]);
          if (open.length === 0) break;
          await pause(100);
        }
        const found = {
          'signed documents that do not stand up to verification': 0,
          'documents that are not what was saved': 0,
        };
        const signed = new Set(done(ledger, 'document signed').map(({ mark }) => mark));
        for (const docId of signed) {
          const verified = await work.look<{ valid: boolean; sealedAt: string | null }>(api.verifyDocument, one.token, {
            query: { docId },
          });
          if (!verified?.valid || !verified.sealedAt) found['signed documents that do not stand up to verification']++;
        }
        for (const { answer } of done(ledger, 'document saved')) {
          const docId = String(answer?.body['documentId']);
          if (signed.has(docId)) continue;
          const kept = await work.look<{ data: string }>(documents.fetchDocument, one.token, { query: { docId } });
          if (kept?.data !== data) found['documents that are not what was saved']++;
        }
        return found;
      },
    };
  },
};

/** A site of a trial with an order form, whose requests make a document and ask two people to sign it. */
async function anOrderFormSite({ world, companyId, work }: Ground, adminToken: string) {
  const today = world.clock.today();
  const trialId = await world.aTrial(companyId);
  const siteId = await world.aSite(companyId, trialId);
  const product = await world.aProduct(companyId, trialId);
  await world.connect(companyId, siteId, await world.aPartner(companyId, 'pharmacy'), [product]);
  const prescriberId = await world.aPerson('Site User', { company_id: companyId, is_prescriber: true }, [siteId]);
  const token = await world.tokenFor(await world.aPerson('Site User', { company_id: companyId }, [siteId]));
  const data = (await anOrderForm(orderFormLabels)).toString('base64');
  const template = await work.look<{ documentId: number }>(documents.saveDocument, adminToken, {
    body: { filename: 'form.pdf', friendlyName: 'Template', contentType: 'application/pdf', data },
  });
  const attached = await work.look(documents.attachToGroups, adminToken, {
    body: { docId: template?.documentId, g_id: trialId, isOrderForm: 1 },
  });
  if (!attached) throw new Error('The order form could not be attached.');
  return async ({ next, ask }: Work) => {
    const n = next();
    const label = `FORM-${n}`;
    await ask({
      kind: 'order form asked for',
      mark: label,
      endpoint: createRequest,
      token,
      body: {
        gId: siteId,
        toParticipant: 0,
        participants: [{ participantId: null, subjectNumber: numbered(n) }],
        prescriberId,
        dateRequired: addDays(today, 3),
        nextOrderDate: addDays(today, 30),
        address: anAddress,
        products: [{ productId: product, quantity: 2, daysOfSupply: 30, label }],
      },
    });
    return pause(100);
  };
}
