import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inContext } from '#platform/core/context.ts';
import { verifyDocument } from './verify-document.ts';

const part = Buffer.alloc(65_536);
const parts = 16;
const sha256 = createHash('sha256')
  .update(Buffer.alloc(parts * part.length))
  .digest('hex');
const revision = (n: number, by: 'uploaded' | 'signed' | 'sealed') => ({ revision: n, key: `key ${n}`, sha256, by });

const entry = (action: string, said: Readonly<Record<string, unknown>>) => ({
  action,
  cpId: 1,
  name: 'System',
  type: 'System',
  host: 'localhost',
  reason: null,
  changes: Object.entries(said).map(([field, value]) => ({ field, new: value })),
});

/** Sealed, with the three revisions before it that two signers leave behind; who signed is not what the test is about. */
const sealed: Parameters<typeof verifyDocument>[2] = {
  documentId: 1,
  request: {
    requestId: 1,
    documentId: 1,
    kind: 'general',
    state: 'completed',
    requesterId: 1,
    createdAt: new Date(0),
    reason: null,
    sealedAt: new Date(0),
    sealedSha256: sha256,
    version: 1,
    signers: [],
  },
  signatures: [],
  contents: [],
  onRecord: [
    entry('signing.requested', { document_id: 1, kind: 'general', signers: '' }),
    entry('signing.completed', { state: 'completed' }),
    entry('signing.sealed', { sealed_sha256: sha256 }),
  ],
  revisions: [revision(1, 'uploaded'), revision(2, 'signed'), revision(3, 'signed'), revision(4, 'sealed')],
};

test('P11-04 SEC-27 REL-05 of large documents that are verified at once one company has one in memory, and of its revisions the sealed one alone', async () => {
  const read: string[] = [];
  let [held, most] = [0, 0];
  const files = {
    get: async () =>
      (async function* () {
        for (let n = 0; n < parts; n += 1) yield part;
      })(),
    read: async (key: string) => {
      read.push(key);
      held += 1;
      most = Math.max(most, held);
      return Buffer.alloc(parts * part.length);
    },
  };
  const forms = {
    verifySeal: async (file: Uint8Array | (() => Promise<Uint8Array>)) => {
      const bytes = typeof file === 'function' ? await file() : file;
      for (let n = 0; n < 10; n += 1) await setImmediate();
      held -= 1;
      return { seal: null, problems: bytes.length === parts * part.length ? [] : ['It is not whole.'] };
    },
  };
  const asked = (providerId: number) =>
    inContext(
      { caller: { companyId: 1, providerId }, endsAt: performance.now() + 60_000, connections: 0, passTo: () => {} },
      () => verifyDocument(files, forms, sealed, []),
    );
  const found = await Promise.all([1, 2, 3, 4].map(asked));
  expect(found.map(({ problems }) => problems)).toEqual([[], [], [], []]);
  expect(found[0]?.checked).toContain('The bytes of all 4 revisions against what was kept.');
  expect([read, most]).toEqual([Array(4).fill('key 4'), 1]);
});
