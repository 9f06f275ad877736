/**
 * A share of a large world, filled and measured: `npm run scale -- --share 0.01 [--companies 1] [--ms 700] [--out file.md]`. In a database of its
 * own, or in the empty one of DATABASE_URL and MIGRATION_DATABASE_URL. docs/scale.md has what came out.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { residentMb } from './bench/starts.ts';
import { measureCalls } from './scale/calls.ts';
import { fill, share, timed } from './scale/fill.ts';
import { measureJobs, measureShortTrail } from './scale/jobs.ts';
import { openPlace } from './scale/place.ts';
import { sizes, watchPasses } from './scale/sizes.ts';

const { values } = wordsOf({
  options: {
    share: { type: 'string' },
    companies: { type: 'string' },
    out: { type: 'string' },
    ms: { type: 'string' },
  },
});
const part = Number(values.share ?? Number.NaN);
const companies = values.companies === undefined ? share('companies', part) : Number(values.companies);
if (!(part > 0 && part <= 1) || !Number.isInteger(companies) || companies < 1) {
  console.error('Say which share of the whole: npm run scale -- --share 0.01');
  process.exit(2);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const place = await openPlace(process.env);
try {
  const short = await measureShortTrail(place);
  const [first] = await fill(place, { part, companies });
  if (!first) throw new Error('nothing was filled');
  const world = await place.world();
  try {
    const [version] = await world.rows<{ v: string }>(`select current_setting('server_version') as v`);
    const taken = (await sizes(world)).filter(({ rows }) => rows > 0);
    const jobs = await timed('jobs', () => measureJobs(place, world, first));
    const portal = await place.start();
    const atStart = residentMb(portal.pid);
    const calls = await timed('calls', async () => {
      try {
        const passes = await watchPasses(world);
        const measured = await measureCalls(portal, world, first, Number(values.ms ?? 700));
        // By then every connection has told what it did.
        await pause(11_000);
        return { measured, passes: await passes(), memory: residentMb(portal.pid) };
      } finally {
        await portal.stop();
      }
    });
    const [processor] = cpus();
    const lines = [
      `Share ${part}, ${companies} companies, ${new Date().toISOString().slice(0, 10)}, PostgreSQL ${version?.v}, Node ${process.version}, ` +
        `${cpus().length} × ${processor?.model}, ${Math.round(totalmem() / 1e9)} GB`,
      '',
      ...table(
        ['Table', 'Rows', 'MB', 'Indexes, MB', 'Bytes a row'],
        taken
          .slice(0, 24)
          .map(({ name, rows, table, indexes }) => [
            name,
            count(rows),
            count(table / 1e6),
            count(indexes / 1e6),
            count((table + indexes) / rows),
          ]),
      ),
      `All of it: ${count(taken.reduce((sum, { table, indexes }) => sum + table + indexes, 0) / 1e6)} MB.`,
      '',
      ...table(
        ['Call', 'p50, ms', 'p95, ms', 'kB'],
        calls.measured.map(({ what, p50, p95, kilobytes }) => [
          what,
          ms(p50),
          ms(p95),
          kilobytes === undefined ? '' : ms(kilobytes),
        ]),
      ),
      `Large tables read from end to end meanwhile: ${calls.passes.join(', ') || 'none'}.`,
      `Memory of the server: ${count(atStart)} MB at the start, ${count(calls.memory)} MB after all of this.`,
      '',
      ...table(
        ['Job', 'ms', 'What it did'],
        [...short.map((job) => ({ ...job, what: `${job.what}, while there is nothing else` })), ...jobs].map(
          ({ what, took, said }) => [what, ms(took), said],
        ),
      ),
    ];
    console.log(lines.join('\n'));
    if (values.out) writeFileSync(values.out, `${lines.join('\n')}\n`);
  } finally {
    await world.close();
  }
} finally {
  await place.close();
}
process.exit();

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).concat('');
}
function count(n: number): string {
  return Math.round(n).toLocaleString('en');
}
function ms(n: number): string {
  return n < 10 ? n.toFixed(1) : count(n);
}
