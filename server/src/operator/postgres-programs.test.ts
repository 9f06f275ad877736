import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { begin, forServer, pour } from './postgres-programs.ts';

const beginning = `--
-- PostgreSQL database dump
--

\\restrict k2
SET statement_timeout = 0;
SET lock_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
`;
/** A row of a table may say what it likes. */
const row = `COPY public.note (text) FROM stdin;\nSET transaction_timeout = 0;\nünschuldig\n\\.\n`;

const asTaken = (version: number, chunks: readonly string[]) =>
  text(Readable.from(chunks.map((one) => Buffer.from(one))).pipe(forServer(version)));

test.each([150_000, 160_014])(
  'REL-13 a dump of the programs of version 17 can be restored on a server of version %i, which does not know all that they set',
  async (version) => {
    const taken = beginning.replace('SET transaction_timeout = 0;\n', '') + '\n'.repeat(5_000) + row;
    const dump = beginning + '\n'.repeat(5_000) + row;
    expect(await asTaken(version, [dump])).toBe(taken);
    expect(await asTaken(version, [...beginning.split(/(?<=;)/), '\n'.repeat(5_000), row])).toBe(taken);
    expect(await asTaken(version, [beginning])).toBe(beginning.replace('SET transaction_timeout = 0;\n', ''));
  },
);

test('REL-13 a server of version 17 is sent all of it', async () => {
  const dump = beginning + '\n'.repeat(5_000) + row;
  expect(await asTaken(170_000, [dump])).toBe(dump);
});

const saying = (script: string) => begin('sh', { variables: {} }, ['-c', script]);

test('REL-13 where a dump breaks off, what broke it is said before what the database says of half of it; what the database refuses is all there is to say', async () => {
  const complains = `cat > /dev/null; echo 'unexpected end' >&2; exit 3`;
  await expect(pour(saying(`echo 'copy'; echo 'damaged' >&2; exit 1`), saying(complains), 150_000)).rejects.toThrow(
    /^sh did not work: damaged\nsh did not work: unexpected end$/,
  );
  await expect(pour(saying(`echo 'damaged' >&2; exit 1`), saying('cat > /dev/null'), 150_000)).rejects.toThrow(
    /^sh did not work: damaged$/,
  );
  await expect(pour(saying(`echo 'copy'`), saying(complains), 150_000)).rejects.toThrow(
    /^sh did not work: unexpected end$/,
  );
});
