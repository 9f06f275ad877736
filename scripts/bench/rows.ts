/** Rows in bulk, made by the database itself. */
import { randomBytes } from 'node:crypto';
import type { World } from './world.ts';

export const participantsASite = 25;
/** People who work at once in a company of the size we say the portal is for. */
export const rated = 16;

const sitesATrial = 20;

/** A company with trials of twenty sites, and a person for each caller who belongs to five of the sites. */
export async function aCompanyOf(world: World, { sites, callers }: { sites: number; callers: number }) {
  const companyId = await world.aCompany();
  const siteIds = await addSites(world, companyId, sites);
  const people = [];
  for (let i = 0; i < callers; i++) {
    const own = Array.from({ length: 5 }, (_, n) => siteIds[(i * 5 + n) % siteIds.length] as number);
    people.push({
      siteIds: own,
      token: await world.tokenFor(await world.aPerson('Site User', { company_id: companyId }, own)),
    });
  }
  return { companyId, siteIds, people };
}

/** Trials with their sites, and at each site 25 participants who live somewhere. */
async function addSites(world: World, companyId: number, sites: number): Promise<number[]> {
  const mark = randomBytes(4).toString('hex');
  const trials = await world.rows<{ care_group_id: number }>(
    `insert into care_group (company_id, kind, name, display_name, is_configured, has_shipping, created_at)
     select $1::int, 'trial', 'TRL-' || $3 || '-' || n, 'Trial ' || n, true, true, now() from generate_series(1, $2::int / ${sitesATrial}) n
     returning care_group_id`,
    [companyId, sites, mark],
  );
  const siteIds = await addSitesTo(
    world,
    companyId,
    trials.map(({ care_group_id }) => ({ trialId: care_group_id, sites: sitesATrial })),
  );
  await addParticipants(world, companyId, siteIds);
  return siteIds;
}

/** Configured sites with an address, as many as each trial is to have; those of a trial follow each other. */
export async function addSitesTo(
  world: World,
  companyId: number,
  trials: readonly { trialId: number; sites: number }[],
): Promise<number[]> {
  const made = await world.rows<{ care_group_id: number }>(
    `with place as (
       insert into address (company_id, street, street2, city, state, zip, country)
       select $1::int, trial_id || ' Main Street', '', 'Boston', 'Massachusetts', '02110', 'USA'
       from unnest($2::int[], $3::int[]) as trial (trial_id, sites), generate_series(1, sites)
       returning address_id, street)
     insert into care_group (company_id, parent_id, kind, name, display_name, is_configured, address_id, created_at)
     select $1::int, split_part(street, ' ', 1)::int, 'site', 'Site ' || address_id, 'Site ' || address_id, true, address_id, now()
     from place order by address_id
     returning care_group_id`,
    [companyId, trials.map(({ trialId }) => trialId), trials.map(({ sites }) => sites)],
  );
  return made.map((row) => row.care_group_id);
}

export async function addParticipants(world: World, companyId: number, siteIds: readonly number[]): Promise<void> {
  for (let from = 0; from < siteIds.length; from += 1_000) {
    await world.rows(
      `with place as (
         insert into address (company_id, street, street2, city, state, zip, country)
         select $1::int, s || ' Side Street', 'Apt ' || n, 'Boston', 'Massachusetts', '02110', 'USA'
         from unnest($2::int[]) s, generate_series(1, ${participantsASite}) n returning address_id, street, street2)
       insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, email, phone, address_id,
         subject_number, preferred_contact, created_at)
       select $1::int, site.parent_id, site.care_group_id, site.care_group_id, 'Ada', 'Subject' || place.address_id, date '1950-01-01' + place.address_id % 20000,
         place.address_id % 2, 'subject' || place.address_id || '@portal.example', '+1617555' || lpad((place.address_id % 10000)::text, 4, '0'),
         place.address_id, site.care_group_id || '-' || split_part(street2, ' ', 2), place.address_id % 2, now()
       from place join care_group site on site.care_group_id = split_part(street, ' ', 1)::int`,
      [companyId, siteIds.slice(from, from + 1_000)],
    );
  }
}

/** Fresh statistics, as the database's own upkeep makes them in time. */
export const settle = (world: World): Promise<void> => world.asOwner('analyze');
