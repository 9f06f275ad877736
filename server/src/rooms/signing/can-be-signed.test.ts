import { expect, test } from 'vitest';
import { openDocuments } from '#test/documents.ts';
import { touched } from '#test/plans.ts';
import { trainingFormsToCheck } from '#rooms/documents/door.ts';

test('the training forms that nobody has looked at are found among 10,000 links of forms and 10,000 documents that are none, without reading these', async () => {
  const s = await openDocuments();
  const waiting = await s.saved('Waiting');
  const paper = await s.saved('Read-only');
  await s.rows(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
     select $1, $2, 'site', 'Clinic ' || n, 'Clinic ' || n, now() from generate_series(1, 500) n`,
    [s.companyId, s.trial],
  );
  // Twenty forms in each of 500 sites, and 10,000 documents in one.
  await s.rows(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       select company_id, bytes, type, key || n, sha256, created_at from stored_file, generate_series(1, 10020) n
       where file_id = (select file_id from document where document_id = $1) returning file_id),
     made as (
       insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, can_be_signed)
       select company_id, file.file_id, filename, friendly_name, uploader_id, uploaded_at,
         case when row_number() over () <= 20 then true end
       from document, file where document_id = $1 returning document_id, company_id, can_be_signed)
     insert into document_link (document_id, care_group_id, company_id, user_types, linked_at)
     select made.document_id, site.care_group_id, made.company_id, case when made.can_be_signed then array['Site User'] end, now()
     from made join care_group site on site.kind = 'site' and site.company_id = made.company_id
       and (made.can_be_signed or site.care_group_id = $2)`,
    [paper, s.boston],
  );
  await s.rows(
    `insert into document_link (document_id, care_group_id, company_id, user_types, linked_at)
     select $1, care_group_id, company_id, '{Site User}', now() from care_group where company_id = $2 and kind = 'site'`,
    [waiting, s.companyId],
  );
  for (const table of ['document', 'document_link', 'stored_file']) await s.rows(`vacuum analyze ${table}`);
  const found = (after: number) =>
    s.app.database.asSystem((tx) => trainingFormsToCheck(tx, { after, portion: 50 }).execute());
  expect((await found(0)).map(({ documentId }) => documentId)).toEqual([waiting]);
  expect(await found(waiting)).toEqual([]);
  const { ways, rows } = await touched(s, s.companyId, (tx) => trainingFormsToCheck(tx, { after: 0, portion: 50 }), {
    of: ['document', 'document_link', 'stored_file'],
    alsoGeneric: true,
    asSystem: true,
  });
  expect({ walks: ways.filter((way) => way === 'Seq Scan'), isFew: rows <= 100, rows }).toEqual({
    walks: [],
    isFew: true,
    rows,
  });
});
