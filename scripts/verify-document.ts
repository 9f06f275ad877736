/**
 * Checks a sealed document, or the copy of a trial's records, without the portal and its database: `npm run verify-document -- FILE`,
 * where FILE is a PDF, the ZIP of a copy or the folder it was unpacked into. Of a PDF inside such a folder, both are checked.
 */
import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { unpackCopy } from '../server/src/rooms/audit/copy/unpack-copy.ts';
import { verifySeal } from '../server/src/rooms/signing/forms/read-seal.ts';

const usage = 'npm run verify-document -- FILE';
const { values, positionals } = wordsOf({ options: { help: { type: 'boolean' } }, allowPositionals: true });
const [given] = positionals;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (!given || !existsSync(given)) {
  console.error(given ? `There is no ${given}.` : `Which file? ${usage}`);
  process.exit(2);
}
const file = resolve(given);
const folder = statSync(file).isDirectory() ? file : null;
const isZip = !folder && beginningOf(file) === 'PK';

/** The copy that a document lies in: documents/<number>/<revision>.pdf. */
const copy = folder ?? [dirname(dirname(dirname(file)))].find((one) => existsSync(join(one, 'manifest.json'))) ?? null;

const checkCopy = (of: string): boolean =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../server/src/rooms/audit/copy/verify.mjs'), of], {
    stdio: 'inherit',
  }).status === 0;

function certificatesIn(of: string): string[] {
  const certificates = join(of, 'certificates');
  if (!existsSync(certificates)) return [];
  return readdirSync(certificates).map((name) =>
    createHash('sha256')
      .update(new X509Certificate(readFileSync(join(certificates, name))).raw)
      .digest('hex'),
  );
}

async function checkDocument(): Promise<boolean> {
  const { seal, problems } = await verifySeal(readFileSync(file), copy ? certificatesIn(copy) : undefined);
  if (seal)
    console.log(
      `Sealed by "${seal.sealedBy}" (${seal.fingerprint}) ${seal.sealedAt?.toISOString() ?? 'at a time it does not say'}.`,
    );
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('The seal covers the whole file, and nothing was changed since.');
  return problems.length === 0;
}

function beginningOf(of: string): string {
  const bytes = Buffer.alloc(2);
  const opened = openSync(of, 'r');
  readSync(opened, bytes);
  closeSync(opened);
  return bytes.toString('latin1');
}

function checkArchive(): boolean {
  const unpacked = mkdtempSync(join(tmpdir(), 'portal-copy-'));
  try {
    unpackCopy(file, unpacked);
    return checkCopy(unpacked);
  } catch (error) {
    console.error((error as Error).message);
    return false;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

const found = isZip ? [checkArchive()] : [folder ? true : await checkDocument(), copy ? checkCopy(copy) : true];
process.exit(found.every(Boolean) ? 0 : 1);
