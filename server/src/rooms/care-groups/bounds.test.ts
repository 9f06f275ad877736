/** How many groups there may be, and how many one copy makes: it doubles what a later one finds. */
import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { deepestLevel } from '@portal/contract/care-groups/rules.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { add, anAdmin, groupsOf } from '#test/care-groups.ts';
import { type Caller, onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { somebodyWaits } from '#test/waits.ts';
import { treeFrom } from './queries.ts';

const group = (groupName: string, parentId: number | null) => ({
  gId: 0,
  type: 'careGroup',
  groupName,
  parentId,
  description: 'About it',
});
const tooMany = 'A company has at most 5,000 care groups. Please delete the ones that are no longer needed.';
const tooManyCopied = 'One copy makes at most 500 care groups. Please copy the sub groups one after another.';
const tooManyParts =
  'One copy takes along at most 2,000 documents and assessments. Please copy the sub groups one after another.';
const tooDeep = 'Care groups can be at most 10 levels deep.';

async function open() {
  const portal = await openPortal();
  const admin = await anAdmin(portal, ['ClinicalManagement']);
  return {
    portal,
    admin,
    source: await add(admin, group('Lakeside', null)),
    target: await add(admin, group('Quay', null)),
  };
}
/** Groups laid straight below another. */
const lay = async (portal: Portal, { companyId }: Caller, parentId: number, many: number) => {
  await portal.rows(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
     select $1, $2, 'group', 'Laid ' || n, 'Laid ' || n, now() from generate_series(1, $3::int) n`,
    [companyId, parentId, many],
  );
  // Until PostgreSQL has counted them, which it does within a minute of its own, it plans for a table of a few rows, and a
  // list of thousands takes longer than a call may.
  await portal.rows('analyze care_group');
};
const copy = async ({ companyId, call }: Caller, gId: number, parentId: number | null, copyAllSubgroups = true) => {
  const answer = await call(api.copyCareGroups, { body: { companyId, gId, parentId, copyAllSubgroups } });
  return { ...answer, said: [answer.status, answer.message] };
};
const counted = async (portal: Portal) =>
  (
    await portal.rows<{ groups: number; entries: number }>(
      'select (select count(*)::int from care_group) as groups, (select count(*)::int from audit_entry) as entries',
    )
  )[0];

test('SEC-36 OPS-30 P11-09 one copy makes at most 500 groups, each with its entry, and one more is refused before anything is written', async () => {
  const { portal, admin, source, target } = await open();
  await lay(portal, admin, source, 500);
  const made = await copy(admin, source, target);
  expect([made.status, new Set(made.reply.gIds).size]).toEqual([200, 500]);
  const below = (await groupsOf(admin)).filter((one) => one.parentId === target);
  const inOrder = new Map(below.map((one) => [one.gId, one.groupName]));
  expect(made.reply.gIds.map((gId) => inOrder.get(gId))).toEqual(
    Array.from({ length: 500 }, (_, n) => `Laid ${n + 1}`),
  );
  const written = await portal.rows<{ id: string }>(
    `select record_id as id from audit_entry where action = 'care_group.copied' order by seq`,
  );
  expect(written.map(({ id }) => Number(id))).toEqual(made.reply.gIds);
  await add(admin, group('One more', source));
  const before = await counted(portal);
  expect((await copy(admin, source, await add(admin, group('Pier', null)))).said).toEqual([400, tooManyCopied]);
  expect(await counted(portal)).toEqual({ groups: (before?.groups ?? 0) + 1, entries: (before?.entries ?? 0) + 1 });
});

test('SEC-36 OPS-30 one copy takes along at most 2,000 documents and assessments, and one more is refused before anything is written', async () => {
  const { portal, admin, source, target } = await open();
  await lay(portal, admin, source, 500);
  await portal.rows(
    `with asked as (
       insert into survey (company_id, name, created_at) select $1, 'Survey ' || n, now() from generate_series(1, 4) n returning survey_id)
     insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
     select $1, care_group_id, survey_id, 'Time', '1w', 'Every week', now() from care_group, asked where parent_id = $2`,
    [admin.companyId, source],
  );
  expect((await copy(admin, source, target)).status).toBe(200);
  const attached = await portal.rows(
    'select from workflow_survey join care_group using (care_group_id) where parent_id = $1',
    [target],
  );
  const told = await portal.rows(`select from audit_entry where action = 'workflow.survey_added'`);
  expect([attached.length, told.length]).toEqual([2_000, 2_000]);
  await portal.rows(
    `with asked as (insert into survey (company_id, name, created_at) values ($1, 'One more', now()) returning survey_id)
     insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
     select $1, (select min(care_group_id) from care_group where parent_id = $2), survey_id, 'Time', '1w', 'Every week', now() from asked`,
    [admin.companyId, source],
  );
  const pier = await add(admin, group('Pier', null));
  const before = await counted(portal);
  expect((await copy(admin, source, pier)).said).toEqual([400, tooManyParts]);
  expect(await counted(portal)).toEqual(before);
});

test('SEC-36 a company has at most 5,000 groups, which one list shows; the removed ones do not count', async () => {
  const { portal, admin, source, target } = await open();
  // Three are there with the one that is added below.
  await lay(portal, admin, source, 10);
  const pier = await add(admin, group('Pier', null));
  await lay(portal, admin, pier, 5_000 - 23);
  const other = await anAdmin(portal, ['ClinicalManagement']);
  expect((await copy(admin, source, target)).status).toBe(200);
  expect(await groupsOf(admin)).toHaveLength(5_000);
  const before = await counted(portal);
  expect((await copy(admin, source, pier, false)).said).toEqual([400, tooMany]);
  expect((await admin.call(api.addCareGroup, { body: group('Dock', null) })).message).toBe(tooMany);
  expect(await counted(portal)).toEqual(before);
  expect((await other.call(api.addCareGroup, { body: group('Dock', null) })).status).toBe(200);
  const [{ gId } = { gId: 0 }] = (await groupsOf(admin)).filter((one) => one.parentId === target);
  await admin.call(api.removeCareGroup, { query: { gId } });
  expect((await admin.call(api.addCareGroup, { body: group('Dock', null) })).status).toBe(200);
});

test('SEC-36 REL-08 a copy that begins while the last groups are being added waits for them, and is refused', async () => {
  const { portal, admin, source, target } = await open();
  await lay(portal, admin, source, 10);
  const pier = await add(admin, group('Pier', null));
  await lay(portal, admin, pier, 5_000 - 24);
  let copies: Promise<Awaited<ReturnType<typeof copy>>[]> | undefined;
  await portal.app.database.asSystem(async (tx) => {
    // The target is held, so that the first stands still once it has its turn.
    await tx.selectFrom('care_group').select('name').where('care_group_id', '=', target).forUpdate().execute();
    const quay = copy(admin, source, target);
    await somebodyWaits(portal);
    const top = copy(admin, source, null);
    await somebodyWaits(portal, 2);
    copies = Promise.all([quay, top]);
  });
  const answers = (await copies) ?? [];
  expect(answers.map(({ said }) => said)).toEqual([
    [200, undefined],
    [400, tooMany],
  ]);
  expect(await groupsOf(admin)).toHaveLength(5_000 - 1);
});

test('SEC-36 SEC-23 who belongs to some groups only keeps all copies in sight that come to stand at the top', async () => {
  const { portal, admin, source } = await open();
  await lay(portal, admin, source, 60);
  const nurse = await portal.aPerson('Nurse', { company_id: admin.companyId, admin_rights: true }, [source]);
  const caller = await portal.signedIn(nurse);
  const { gIds } = (await copy(caller, source, null)).reply;
  expect(gIds).toHaveLength(60);
  const seen = new Set((await groupsOf(caller)).map((one) => one.gId));
  expect(gIds.filter((gId) => !seen.has(gId))).toEqual([]);
  expect(await portal.rows(`select from audit_entry where action = 'care_group.member_added'`)).toHaveLength(60);
});

test('SEC-36 groups stand at most ten levels deep, whether they are added or copied', async () => {
  const { admin, source, target } = await open();
  let deepest = source;
  const chain = [source];
  for (let level = 2; level <= deepestLevel; level += 1) {
    deepest = await add(admin, group(`Level ${level}`, deepest));
    chain.push(deepest);
  }
  expect((await admin.call(api.addCareGroup, { body: group('Below', deepest) })).message).toBe(tooDeep);
  expect((await copy(admin, target, deepest, false)).said).toEqual([400, tooDeep]);
  // Nine levels below the first fit below a group at the top, and not one level further down.
  expect((await copy(admin, source, await add(admin, group('Below', target)))).said).toEqual([400, tooDeep]);
  expect((await copy(admin, source, target)).status).toBe(200);
  // A copy to below itself ends, and is as deep as what was there.
  expect((await copy(admin, chain[5] as number, source)).status).toBe(200);
  const below = (await groupsOf(admin)).filter((one) => one.parentId === source).map((one) => one.groupName);
  expect(below.sort()).toEqual(['Level 2', 'Level 7']);
});

test('SEC-36 OPS-30 what is below a group among many is found by its index', async () => {
  onItsOwn();
  const { portal, admin, source } = await open();
  await lay(portal, admin, source, 100);
  await portal.rows(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
     select company_id, care_group_id, 'group', 'Below ' || n, 'Below', now() from care_group, generate_series(1, 40) n`,
  );
  await portal.rows('analyze care_group');
  const { rows } = await portal.app.database.inCompany(admin.companyId, (tx) =>
    sql`explain (format json) ${treeFrom({ careGroupIds: null }, source, 500)}`.execute(tx),
  );
  expect(JSON.stringify(rows)).toContain('care_group_children');
  expect(JSON.stringify(rows)).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"care_group"/);
});
