/**
 * Half the rated load for a working day, and whether it has changed anything: `npm run soak [-- --minutes 480 --json file]` (REL-16).
 * What the row says of half hours and hours is taken of sixteenths and eighths of a shorter run.
 */
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listConversations } from '@portal/contract/conversations/endpoints.ts';
import { saveDocument } from '@portal/contract/documents/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { participantReport } from '@portal/contract/reports/endpoints.ts';
import { startPortal } from '../e2e/portal.ts';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { aPdf } from '../server/test/pdfs.ts';
import { allocation } from './allocation.ts';
import { Connection, requestBytes } from './bench/http.ts';
import { median } from './bench/rounds.ts';
import { aCompanyOf, rated, settle } from './bench/rows.ts';
import { addConversations, aGroupOf } from './bench/socket-rows.ts';
import { residentMb } from './bench/starts.ts';
import { openWorld } from './bench/world.ts';
import { dialled } from './faults/line.ts';
import { changesIn, type Part, partsOfRun } from './soak/verdict.ts';

/** Half of them at sites, half in conversations, each of them with a page that asks again and again. */
const people = rated / 2;
const every = { poll: 100, message: 1_000, upload: 5_000, export: 5_000 };

interface Sample {
  took: number[];
  errors: number;
  memory: number[];
  connections: number[];
  files: number[];
}

async function soak(minutes: number): Promise<Sample[]> {
  const portal = await startPortal({ env: allocation });
  const world = await openWorld(portal);
  try {
    const { companyId, people: atSites } = await aCompanyOf(world, { sites: 40, callers: people / 2 });
    const clinicId = await world.aCompany(['Messaging', 'ClinicalManagement']);
    const { groupId, people: talkers } = await aGroupOf(world, clinicId, people / 2);
    const memberIds = talkers.map(({ providerId }) => providerId);
    const [conversationId] = await addConversations(world, { companyId: clinicId, groupId }, [{ memberIds, count: 1 }]);
    const adminOf = async (company_id: number) => world.tokenFor(await world.aPerson('Admin', { company_id }));
    const [trial] = await world.rows<{ id: number }>(
      `select min(care_group_id)::int as id from care_group where company_id = $1 and kind = 'trial'`,
      [companyId],
    );
    const trialId = trial?.id as number;
    // Without a card there is no report of the participants.
    await world.aCard(companyId, trialId);
    await settle(world);

    const samples = Array.from(
      { length: partsOfRun },
      (): Sample => ({ took: [], errors: 0, memory: [], connections: [], files: [] }),
    );
    const began = performance.now();
    const ms = minutes * 60_000;
    const isOver = () => performance.now() - began >= ms;
    const now = () =>
      samples[Math.min(partsOfRun - 1, Math.floor((partsOfRun * (performance.now() - began)) / ms))] as Sample;
    /** Does it once, with the time it takes, again and again until all is over. */
    const again = async (wait: number, once: () => Promise<void>) => {
      while (!isOver()) {
        const asked = performance.now();
        try {
          await once();
          now().took.push(performance.now() - asked);
        } catch (error) {
          now().errors += 1;
          console.error(error instanceof Error ? error.message : error);
        }
        await pause(wait);
      }
    };
    const bytes = ({ method, path }: Endpoint, token: string, query = '', body?: unknown) =>
      requestBytes(portal.url, method, `/api${path}${query}`, { authorization: `Bearer ${token}` }, body);
    const answered = async (connection: Connection, request: Buffer) => {
      const { status, body } = await connection.ask(request);
      const asked = request.toString('utf8', 0, request.indexOf(' HTTP/'));
      if (status !== 200) throw new Error(`${asked} was answered ${status}: ${body.toString().slice(0, 300)}`);
    };
    /** An open page: one connection, which is opened anew when it was cut. */
    const polling = async (request: Buffer) => {
      let connection: Connection | null = null;
      await again(every.poll, async () => {
        try {
          await answered((connection ??= await Connection.open(portal.url)), request);
        } catch (error) {
          connection?.close();
          connection = null;
          throw error;
        }
      });
      (connection as Connection | null)?.close();
    };
    /** Now and then, over a connection of its own. */
    const asking = (wait: number, request: Buffer) =>
      again(wait, async () => {
        const connection = await Connection.open(portal.url);
        try {
          await answered(connection, request);
        } finally {
          connection.close();
        }
      });

    /** How many of the messages were heard; each of those who talk hears all of them. */
    let heard = 0;
    const sockets = talkers.map(({ token }) => dialled(portal.url, token).on('new message', () => heard++));
    let said = 0;
    const talking = again(every.message, async () => {
      const at = said++ % talkers.length;
      const body = {
        conv_id: conversationId,
        cp_id: talkers[at]?.providerId,
        message: `Message ${said}`,
        clientKey: crypto.randomUUID(),
      };
      const { error } = ((await sockets[at]?.timeout(10_000).emitWithAck('chat message', body)) ?? {}) as {
        error?: string;
      };
      if (error !== undefined) throw new Error(`A message was refused: ${error}`);
    });
    const upload = {
      filename: 'a.pdf',
      friendlyName: 'a',
      contentType: 'application/pdf',
      data: aPdf().toString('base64'),
    };
    const working = [
      ...atSites.map(({ token, siteIds }) => polling(bytes(listParticipants, token, `?g_id=${siteIds[0]}`))),
      ...talkers.map(({ token, providerId }) => polling(bytes(listConversations, token, `?cp_id=${providerId}`))),
      talking,
      asking(every.upload, bytes(saveDocument, await adminOf(clinicId), '', upload)),
      asking(every.export, bytes(participantReport, await adminOf(companyId), `?g_id=${trialId}`)),
    ];
    // So often that each part has ten, and no more often than each second.
    const looking = (async () => {
      for (let part = 0; !isOver(); await pause(Math.max(1_000, ms / partsOfRun / 10))) {
        const { memory, connections, files } = now();
        memory.push(residentMb(portal.pid));
        const open = openOf(portal.pid);
        connections.push(open.sockets);
        files.push(open.others);
        if (samples.indexOf(now()) === part) continue;
        part = samples.indexOf(now());
        console.error(`${part} of ${partsOfRun} parts, ${Math.round(memory.at(-1) ?? 0)} MB`);
      }
    })();
    await Promise.all([...working, looking]);
    for (let waited = 0; heard < said * talkers.length && waited < 5_000; waited += 50) await pause(50);
    const missing = said * talkers.length - heard;
    if (missing > 0) console.error(`${missing} of ${said * talkers.length} messages were not heard.`);
    (samples.at(-1) as Sample).errors += Math.max(0, missing);
    for (const socket of sockets) socket.disconnect();
    return samples;
  } finally {
    await world.close();
    await portal.stop();
  }
}

/** What a process has open. */
function openOf(pid: number): { sockets: number; others: number } {
  const places = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      // It was closed meanwhile.
      return null;
    }
  });
  const sockets = places.filter((place) => place?.startsWith('socket:')).length;
  return { sockets, others: places.filter((place) => place !== null).length - sockets };
}

const p95Of = (took: readonly number[]): number => {
  const sorted = took.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
};

const { values } = wordsOf({ options: { minutes: { type: 'string', default: '480' }, json: { type: 'string' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 660)) {
  console.error('--minutes must be between 1 and 660: sessions end after 12 hours.');
  process.exit(2);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const samples = await soak(minutes);
const parts = samples.map(
  ({ took, errors, memory, connections, files }): Part => ({
    calls: took.length + errors,
    errors,
    p95Ms: p95Of(took),
    memoryMb: median(memory),
    connections: median(connections),
    files: median(files),
  }),
);
const hour = (from: number) => p95Of(samples.slice(from, from + 2).flatMap(({ took }) => took));
const p95OfHours = { first: hour(0), last: hour(partsOfRun - 2) };
const changes = changesIn(parts, p95OfHours);
console.table(
  parts.map(({ p95Ms, memoryMb, ...part }) => ({
    ...part,
    p95Ms: Number(p95Ms.toFixed(1)),
    memoryMb: Math.round(memoryMb),
  })),
);
console.log(changes.length === 0 ? `Nothing has changed in ${minutes} minutes.` : changes.join('\n'));
if (values.json)
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), minutes, parts, p95OfHours, changes }, null, 2)}\n`,
  );
process.exit(changes.length === 0 ? 0 : 1);
