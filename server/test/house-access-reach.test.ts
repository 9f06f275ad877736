/** How far each administrative call reaches, made by administrators of one site, of one trial and of a group at the top. */
import { endpoints } from '@portal/contract/all.ts';
import { expect, test } from 'vitest';
import { openApi } from '../src/platform/http/openapi.ts';
import { type Administrator, administrators, goodAsksOf, type Line, tabled } from './access-table.ts';
import { openTwoCompanies, type Things, type World } from './access-table-world.ts';

test('SEC-24 every call that wants admin rights, or the type Admin alone, says how far it reaches, as its line and the published document do', () => {
  const published = openApi(endpoints)['paths'] as Record<string, Record<string, { 'x-access'?: { reach?: string } }>>;
  let administrative = 0;
  for (const { call, endpoint, line } of tabled()) {
    const { access, path, method } = endpoint;
    const told = published[`/api${path}`]?.[method.toLowerCase()]?.['x-access'];
    const reach = access === 'open' ? undefined : access.reach;
    const expected = line.who === 'anybody' ? undefined : line.who.reach;
    expect({ call, reach, told: told?.reach }).toEqual({ call, reach: expected, told: expected });
    if (access === 'open') continue;
    const isAdministrative = access.adminRights === true || access.types?.every((type) => type === 'Admin') === true;
    // PST-06: what changes the status of a patient wants root access, and no admin rights.
    const wantsReach = isAdministrative || (reach === 'company' && path.startsWith('/patients'));
    expect({ call, wantsReach }).toEqual({ call, wantsReach: reach !== undefined });
    if (isAdministrative) administrative += 1;
  }
  expect(administrative).toBeGreaterThan(60);
});

const groupsOf: Record<Administrator, (things: Things, clinic: number) => number> = {
  ofSite: ({ site }) => site,
  ofTrial: ({ trial }) => trial,
  ofClinic: (_, clinic) => clinic,
};
const clinicOf = async ({ portal, companyId }: World): Promise<number> =>
  (
    await portal.rows<{ id: number }>(
      `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Clinic', 'Clinic', now())
       returning care_group_id as id`,
      [companyId],
    )
  )[0]?.id as number;

/** What a good request is answered with. */
function expectedStatus(line: Line, isRefusedWith400: boolean, who: Administrator): number {
  const right = line.who === 'anybody' ? undefined : line.who;
  if (!right?.types.includes('Other') || (right.reach === 'company' && who !== 'ofClinic')) return 403;
  if (right.reach === 'groups' && !(line.inSightOf?.includes(who) ?? true)) return isRefusedWith400 ? 400 : 404;
  return line.wants?.[1] ?? 200;
}

test.each(administrators)(
  'SEC-23 SEC-24 OPS-15 an administrator %s makes the administrative calls of their groups, those of the company with sight of all of it, and no others',
  { timeout: 90_000 },
  async (who) => {
    const world = await openTwoCompanies();
    const { portal, ours, companyId } = world;
    const things = ours.thingsOf('admin');
    const group = groupsOf[who](things, await clinicOf(world));
    const me = await portal.aPerson('Other', { company_id: companyId, admin_rights: true }, [group]);
    const caller = await portal.signedIn(me);
    const differences: string[] = [];
    let made = 0;
    for (const { call, endpoint, line } of tabled()) {
      if (line.who === 'anybody' || !line.who.reach) continue;
      for (const asking of goodAsksOf(line, { ...things, me })) {
        const { status, body } = await caller.call(endpoint, asking);
        const expected = expectedStatus(line, endpoint.refusesWith400 === true, who);
        if (status !== expected) differences.push(`${call}: ${status}, not ${expected}: ${JSON.stringify(body)}`);
        made += 1;
      }
    }
    expect(differences).toEqual([]);
    expect(made).toBeGreaterThan(60);
  },
);
