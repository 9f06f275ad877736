import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { openDocuments } from '#test/documents.ts';
import type { Caller } from '#test/portal.ts';

type Signing = Awaited<ReturnType<typeof openDocuments>>;

/** So many papers, the oldest first, that people were asked to sign one after the other; `signed` says who has. */
async function asked(s: Signing, many: number, people: readonly { who: Caller; signed: boolean }[]): Promise<number[]> {
  const rows = await s.rows<{ id: number }>(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       select $1::int, 1000, 'application/pdf', gen_random_uuid()::text, repeat('0', 64), now() from generate_series(1, $2::int)
       returning file_id),
     paper as (
       insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at)
       select $1::int, file_id, 'a.pdf', 'Paper', $3::int, now() from file returning document_id),
     request as (
       insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at, ended_at)
       select $1::int, document_id, 'general', gen_random_uuid(), $4, now(), case when $4 = 'open' then null else now() end from paper
       returning signing_request_id, document_id),
     signers as (
       insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid, signed_at)
       select signing_request_id, $1::int, num, who, 'Somebody', 'somebody@example.com', gen_random_uuid(),
         case when signed then now() end
       from request, unnest($5::int[], $6::boolean[]) with ordinality as given (who, signed, num))
     select document_id as id from request order by 1`,
    [
      s.companyId,
      many,
      s.people.admin.providerId,
      people.every(({ signed }) => signed) ? 'completed' : 'open',
      people.map(({ who }) => who.providerId),
      people.map(({ signed }) => signed),
    ],
  );
  return rows.map(({ id }) => id);
}

const listed = async (who: Caller, after?: number) => {
  const { reply, headers } = await who.call(listToSign, { query: { cp_id: who.providerId, after } });
  const more = headers['x-more'];
  return {
    ids: reply.documents.map(({ docId }) => docId),
    documents: reply.documents,
    more: more ? Number(more) : null,
  };
};

test('ODF-05 SGN-01 APD-01 OPS-23 what is a person’s turn to sign is in the first answer however many they have signed since, and the others follow in portions', async () => {
  const s = await openDocuments();
  const { atBoston, admin } = s.people;
  const mine = (signed: boolean) => ({ who: atBoston, signed });
  const [signed] = await asked(s, 1, [mine(true)]);
  const [turn] = await asked(s, 1, [mine(false), { who: admin, signed: false }]);
  const [theirs] = await asked(s, 1, [{ who: admin, signed: false }, mine(false)]);
  const since = (await asked(s, 600, [mine(true)])).toReversed();

  const first = await listed(atBoston);
  expect(first.ids).toEqual([...since.slice(0, 500), turn]);
  expect(first.documents.at(-1)).toMatchObject({ docId: turn, isCurrentSigner: true });
  expect(first.documents.at(-1)?.signerUuid).not.toBeNull();
  expect(first.more).toBe(since[499]);

  // What they sign meanwhile is not lost between two portions.
  await s.rows(
    `update signer set signed_at = now() where provider_id = $1
       and signing_request_id = (select signing_request_id from signing_request where document_id = $2)`,
    [atBoston.providerId, turn],
  );
  const rest = await listed(atBoston, first.more ?? 0);
  expect(rest.ids).toEqual([...since.slice(500), theirs, turn, signed]);
  expect(rest.more).toBeNull();
  expect((await listed(atBoston)).ids).toEqual(since.slice(0, 500));
});
