/** What the server and its database keep in memory ten seconds after a full load of reads and writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import { startPortal } from '../../e2e/portal.ts';
import { Connection, requestBytes } from './http.ts';
import { allocation } from '../allocation.ts';
import type { Row } from './row.ts';
import { aCompanyOf, settle } from './rows.ts';
import { inTurns } from './rounds.ts';
import { openWorld } from './world.ts';

const callers = 16;

export async function measureAfterLoad(): Promise<Row[]> {
  const portal = await startPortal({ env: allocation });
  const world = await openWorld(portal);
  try {
    const company = await aCompanyOf(world, { sites: 80, callers });
    await settle(world);
    const connections = await Promise.all(company.people.map(() => Connection.open(portal.url)));
    let number = 1_000_000;
    const asked = (token: string, site: number | undefined, writes: boolean) => {
      const headers = { authorization: `Bearer ${token}` };
      if (!writes) return requestBytes(portal.url, 'GET', `/api${listParticipants.path}?g_id=${site}`, headers);
      const who = { fname: 'Ada', lname: 'Lovelace', dob: '1980-03-05', gender: 1, preferred_contact: 1 };
      const body = { ...who, g_id: site, phone: '+16175550123', subject_number: String(++number) };
      return requestBytes(portal.url, 'POST', `/api${addParticipant.path}`, headers, body);
    };
    const ways = (writes: boolean) =>
      company.people.map(({ token, siteIds }, i) => async (turn: number) => {
        const request = asked(token, siteIds[turn % siteIds.length], writes);
        const { status, body } = await (connections[i] as Connection).ask(request);
        if (status !== 200) throw new Error(`A call was answered ${status}: ${body.toString().slice(0, 300)}`);
      });
    const { reads } = await inTurns({ reads: ways(false), writes: ways(true) }, { rounds: 3, ms: 5_000 });
    for (const connection of connections) connection.close();
    await world.close();
    await pause(10_000);
    return [
      {
        what: 'The tail of a list: p95 against p50',
        value: reads.p95 / reads.p50,
        unit: 'times',
        target: { atMost: 1.6 },
        from: { p50: reads.p50, p95: reads.p95 },
      },
      {
        what: 'Memory of the server after load',
        value: rssOf(portal.pid),
        unit: 'MB',
        target: { atMost: 220 },
        from: {},
      },
      {
        what: 'Memory of its database after load (PSS)',
        value: pssBelow(portal.pid),
        unit: 'MB',
        target: { atMost: 160 },
        from: {},
      },
    ];
  } finally {
    await portal.stop();
  }
}

const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** Of every process that descends from this one; pages that they share count once. */
function pssBelow(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readIfThere(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  let kb = 0;
  for (const one of parents.keys())
    if (isBelow(one)) kb += Number(/^Pss:\s+(\d+) kB/m.exec(readIfThere(`/proc/${one}/smaps_rollup`) ?? '')?.[1] ?? 0);
  return kb / 1000;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
