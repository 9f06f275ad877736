/**
 * Backup, restore elsewhere, and a look at what came back, with the time it took (REL-13): `npm run drill` with demo data,
 * `npm run drill -- --from DIR` with a backup and the settings of an empty database. docs/operators.md tells more.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readOptions } from '../server/src/operator/read-options.ts';
import { drillBackup } from './drill/backup.ts';
import { endOnSignals, interrupted } from './drill/processes.ts';
import { startReport } from './drill/report.ts';

const from = folderIn(process.argv.slice(2));
endOnSignals();
const report = startReport(interrupted);
try {
  if (from !== undefined) await drillBackup(process.env, path.resolve(from), report);
  else if (!existsSync(path.join(import.meta.dirname, 'drill/demo')))
    throw new Error('A release has no demo data to drill with: name a backup with --from.');
  else await (await import('./drill/demo/drill-demo.ts')).drillDemo(report);
  process.exitCode = report.end() ? 0 : 1;
} catch (error) {
  console.error(`The drill failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** The backup that was named, if one was. */
function folderIn(words: readonly string[]): string | undefined {
  if (words.includes('--help')) {
    console.log('npm run drill [-- --from DIR]');
    process.exit(0);
  }
  try {
    return readOptions('drill', z.object({ from: z.string().optional() }), words).from;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
