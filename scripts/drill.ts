/**
 * Backup, restore elsewhere, and a look at what came back, with the time it took (REL-13): `npm run drill` with demo data,
 * `npm run drill -- --from DIR` with a backup and the settings of an empty database. docs/operators.md tells more.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drillBackup } from './drill/backup.ts';
import { endOnSignals, interrupted } from './drill/processes.ts';
import { startReport } from './drill/report.ts';

const { values } = parseArgs({ options: { from: { type: 'string' } } });
endOnSignals();
const report = startReport(interrupted);
try {
  if (values.from !== undefined) await drillBackup(process.env, path.resolve(values.from), report);
  else if (!existsSync(path.join(import.meta.dirname, 'drill/demo')))
    throw new Error('A release has no demo data to drill with: name a backup with --from.');
  else await (await import('./drill/demo/drill-demo.ts')).drillDemo(report);
  process.exitCode = report.end() ? 0 : 1;
} catch (error) {
  console.error(`The drill failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
