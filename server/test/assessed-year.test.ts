/** A year of 200 patients, moved day by day, with processes that are stopped, killed and away: against a calculation made apart. */
import { makeDueEvents } from '#rooms/schedules/door.ts';
import { tellPatientsDue } from '#rooms/outreach/door.ts';
import { expect, test } from 'vitest';
import { openPortal, type Portal } from './portal.ts';
import { openSchedules, type Schedules } from './schedules.ts';

const dayMs = 86_400_000;
const begins = Date.parse('2031-01-01T00:00:00Z');
/** The first moment of a day of the year, counted from 0. */
const dayAt = (day: number) => begins + day * dayMs;
const named = (day: number) => new Date(dayAt(day)).toISOString().slice(0, 10);

/** Always the same numbers, so that a year that fails fails again. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

interface Stay {
  patient: number;
  group: 'daily' | 'weekly' | 'monthly';
  from: number;
  until: number;
}
/** Which rule holds in a group from a day on; the second one of `weekly` comes in the middle of the year. */
const rules: Record<Stay['group'], { since: number; every: number; unit: 'd' | 'M' }[]> = {
  daily: [{ since: 0, every: 1, unit: 'd' }],
  weekly: [
    { since: 0, every: 7, unit: 'd' },
    { since: 180, every: 10, unit: 'd' },
  ],
  monthly: [{ since: 0, every: 1, unit: 'M' }],
};

/** The days on which a stay is asked, each looked at by itself: does the rule of that day name it? */
function daysOf({ group, from, until }: Stay): number[] {
  const [first] = rules[group].filter(({ since }) => since <= from).slice(-1);
  if (!first) return [];
  const joined = new Date(dayAt(from));
  const start = first.unit === 'd' ? from + first.every : monthLater(joined);
  const startsOn = new Date(dayAt(start)).getUTCDate();
  return Array.from({ length: until }, (_, day) => day).filter((day) => {
    if (day < start) return false;
    // What was due at noon of the day of a change goes by the rule before.
    const rule = rules[group].findLast(({ since }) => since === 0 || since < day);
    if (!rule) return false;
    if (rule.unit === 'd') return (day - start) % rule.every === 0;
    const today = new Date(dayAt(day));
    const isLast = new Date(dayAt(day + 1)).getUTCMonth() !== today.getUTCMonth();
    return startsOn > 28 ? isLast : today.getUTCDate() === startsOn;
  });
}
function monthLater(joined: Date): number {
  const day = joined.getUTCDate();
  const last = new Date(Date.UTC(joined.getUTCFullYear(), joined.getUTCMonth() + 2, 0)).getUTCDate();
  return (Date.UTC(joined.getUTCFullYear(), joined.getUTCMonth() + 1, Math.min(day, last)) - begins) / dayMs;
}

/** As a process that dies at its n-th commit leaves things. */
function dying(portal: Portal, commits: number): Portal['app'] {
  let left = commits;
  const cut =
    <Given extends unknown[], T>(transaction: (...given: [...Given, (tx: never) => Promise<T>]) => Promise<T>) =>
    (...given: [...Given, (tx: never) => Promise<T>]) => {
      const work = given.pop() as (tx: never) => Promise<T>;
      const cutOff = async (tx: never) => {
        const done = await work(tx);
        if ((left -= 1) < 0) throw new Error('killed');
        return done;
      };
      return transaction(...([...given, cutOff] as never as [...Given, (tx: never) => Promise<T>]));
    };
  const { database } = portal.app;
  const { asSystem, inCompany } = database as unknown as Record<string, () => Promise<unknown>>;
  return {
    ...portal.app,
    database: { ...database, asSystem: cut(asSystem as never), inCompany: cut(inCompany as never) } as never,
  };
}

async function join(s: Schedules, patients: readonly number[], careGroupId: number): Promise<void> {
  const now = s.app.clock.now();
  await s.rows(
    `with own as (insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
       select id, $2, $3, $4 from unnest($1::int[]) id returning patient_id)
     insert into patient_step (company_id, patient_id, kind, what, care_group_id, at) select $3, patient_id, 'group', 'Added', $2, $4 from own`,
    [patients, careGroupId, s.companyId, now],
  );
}
async function leave(s: Schedules, patients: readonly number[], careGroupId: number): Promise<void> {
  await s.rows('delete from patient_care_group where patient_id = any($1) and care_group_id = $2', [
    patients,
    careGroupId,
  ]);
  await s.rows(
    `insert into patient_step (company_id, patient_id, kind, what, care_group_id, at) select $3, id, 'group', 'Taken out', $2, $4 from unnest($1::int[]) id`,
    [patients, careGroupId, s.companyId, s.app.clock.now()],
  );
}

test('OPC-20 SCH-10 REL-14 in a year of 200 patients everything is asked and told exactly as a plain calculation has it, whatever happens to the processes', {
  timeout: 300_000,
}, async () => {
  const s = await openSchedules();
  const next = dice(20_310_101);
  s.setClock(new Date(dayAt(0)));
  const groups = { daily: s.groups.heart, weekly: s.groups.failure, monthly: s.groups.diabetes };
  await s.asks(groups.daily, await s.aSurvey('Daily'), '1d');
  const ofWeek = await s.asks(groups.weekly, await s.aSurvey('Weekly'), '1w');
  await s.asks(groups.monthly, await s.aSurvey('Monthly'), '1M');
  const patients = (
    await s.rows<{ id: number }>(
      `insert into patient (company_id, first_name, last_name, born_on, gender, email, phone, status, type, preferred_contact, username, created_at)
       select $1, 'Ada', 'Year' || n, '1950-01-01', 1, 'year' || n || '@mail.example', '+1617555' || 1000 + n, 'active', 1,
         case when n % 5 = 0 then 0 when n % 11 = 0 then 3 else -1 end, 'year' || n, now() from generate_series(1, 200) n
       returning patient_id as id`,
      [s.companyId],
    )
  ).map(({ id }) => id);
  const stays: Stay[] = patients.map((patient, n) => {
    const group = n < 8 ? 'daily' : n < 70 ? 'weekly' : 'monthly';
    const from = next(60);
    return { patient, group, from, until: next(3) === 0 ? from + 20 + next(250) : 365 };
  });
  // Nobody comes or goes while no server is up.
  const away = new Set([95, 96, 97, 260]);
  for (const stay of stays) while (away.has(stay.until)) stay.until += 1;

  let second = await openPortal({}, { beside: s });
  let kills = 0;
  for (let day = 0; day < 365; day += 1) {
    s.setClock(new Date(dayAt(day) + 12 * 3_600_000));
    if (away.has(day)) continue;
    for (const group of ['daily', 'weekly', 'monthly'] as const) {
      const of = (key: 'from' | 'until') =>
        stays.filter((stay) => stay.group === group && stay[key] === day).map(({ patient }) => patient);
      if (of('from').length > 0) await join(s, of('from'), groups[group]);
      if (of('until').length > 0) await leave(s, of('until'), groups[group]);
    }
    if (day === 180) {
      s.setClock(new Date(dayAt(day) + 12.25 * 3_600_000));
      await s.changes(ofWeek, '10d');
    }
    s.setClock(new Date(dayAt(day) + 12.5 * 3_600_000));
    if (day % 60 === 59) {
      await second.stop();
      second = await openPortal({}, { beside: s });
    }
    second.app.clock.set(s.app.clock.now());
    if (day % 9 === 4) {
      const killed = dying(s, next(3));
      const ends = [await makeDueEvents(killed).catch(String), await tellPatientsDue(killed).catch(String)];
      kills += ends.filter((end) => end === 'Error: killed').length;
    }
    // Two processes look at once.
    const processes = day % 7 === 0 ? [second.app, s.app] : [second.app];
    await Promise.all(processes.map(makeDueEvents));
    await Promise.all(processes.map(tellPatientsDue));
  }
  expect(kills).toBeGreaterThan(20);

  const expected = stays.flatMap((stay) => daysOf(stay).map((day) => ({ stay, day })));
  const asked = await s.rows<{ key: string }>(
    `select patient_id || ' ' || to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as key from survey_event order by 1`,
  );
  const ofCalculation = expected.map(({ stay, day }) => `${stay.patient} ${named(day)}`).sort();
  expect(asked.length).toBeGreaterThan(4_500);
  expect(asked.map(({ key }) => key).sort()).toEqual(ofCalculation);

  const position = new Map(patients.map((id, n) => [id, n + 1]));
  const ways = (patient: number): string[] => {
    const n = position.get(patient) ?? 0;
    return n % 5 === 0 ? ['email'] : n % 11 === 0 ? ['email', 'sms'] : [];
  };
  const addressed = (patient: number, way: string) =>
    way === 'email' ? `year${position.get(patient)}@mail.example` : `+1617555${1_000 + (position.get(patient) ?? 0)}`;
  const messages = expected
    .filter(({ day }) => !away.has(day))
    .flatMap(({ stay, day }) => ways(stay.patient).map((way) => `${addressed(stay.patient, way)} ${named(day)}`))
    .sort();
  const sent = await s.rows<{ key: string }>(
    `select recipient || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as key from message`,
  );
  expect(sent.length).toBeGreaterThan(1_000);
  expect(sent.map(({ key }) => key).sort()).toEqual(messages);
});
