/** Whose seal it is: a key and certificate of the operator's, or those that this installation made for itself, once. */
import { createHash, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { ConfigurationError, type Env } from '#src/env.ts';
import { endOf, readSigningPair, refuseEnded } from '#platform/core/signing-pair.ts';
import type { House } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { EncryptedColumn } from '#platform/security/encrypted-columns.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import type { Forms, Sealer, SealingIdentity } from './forms/forms.ts';

export const sealingKeys: readonly EncryptedColumn[] = [
  { table: 'sealing_identity', key: 'sealing_identity_id', column: 'sealed_key' },
];

/** SHA-256 of the certificates that this installation sealed with, the earlier ones too. */
export const knownSeals = async (tx: Tx): Promise<string[]> =>
  (await sealingCertificates(tx)).map((certificate) => fingerprintOf(certificate));

/** PEM, the latest last. */
export const sealingCertificates = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('sealing_identity').select('certificate').orderBy('sealing_identity_id').execute()).map(
    ({ certificate }) => certificate,
  );

/** Lower-case hex of the SHA-256 of a certificate. */
export const fingerprintOf = (certificate: string): string =>
  createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex');

/** That of an operator ends. */
type Lasting = SealingIdentity & { endsAt?: Date };

/** Beside the event loop. */
const inBackground = promisify<string, Uint8Array, string, Buffer>(sign);

function problemOf(signing: NonNullable<Env['signing']>, now: number): string | null {
  try {
    return endOf(readSigningPair(signing, now), now);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

export function sealerOf(
  { database, clock, env }: Pick<House, 'database' | 'clock' | 'env'>,
  forms: Pick<Forms, 'seal' | 'makeIdentity'>,
): Sealer {
  let known: Promise<Lasting> | undefined;
  let warnedOn: string | undefined;
  const identity = async (): Promise<Lasting> => {
    if (env.signing) {
      // One that cannot seal is never noted as known.
      const pair = readSigningPair(env.signing, clock.now().getTime());
      await database.asSystem((tx) => remember(tx, pair));
      return pair;
    }
    return database.asSystem(ownIdentity);
  };
  /** Another one may take its place one day, and its seals are known then as well. */
  const remember = async (tx: Tx, { certificate }: SealingIdentity): Promise<void> => {
    await holdName(tx, 'sealing identity');
    if ((await knownSeals(tx)).includes(fingerprintOf(certificate))) return;
    await tx.insertInto('sealing_identity').values({ certificate, sealed_key: null, made_at: clock.now() }).execute();
  };
  /** Two processes that need it first make one. */
  const ownIdentity = async (tx: Tx): Promise<SealingIdentity> => {
    const box = makeSecretBox(env);
    await holdName(tx, 'sealing identity');
    const kept = await tx
      .selectFrom('sealing_identity')
      .select(['certificate', 'sealed_key'])
      .where('sealed_key', 'is not', null)
      .orderBy('sealing_identity_id', 'desc')
      .execute();
    for (const { certificate, sealed_key: sealed } of kept) {
      // One whose secret is lost for good seals no more: its certificate stays known, and the latest that opens has its place.
      const key = sealed && (env.maySecretsBeMissing ? box.tryOpen(sealed) : box.open(sealed));
      if (key) return { certificate, key };
    }
    const made = await forms.makeIdentity(undefined, clock.now());
    await tx
      .insertInto('sealing_identity')
      .values({ certificate: made.certificate, sealed_key: box.close(made.key), made_at: clock.now() })
      .execute();
    return made;
  };
  const isOver = ({ endsAt }: Lasting) => endsAt !== undefined && endsAt <= clock.now();
  const sealsWith = async (): Promise<Lasting> => {
    // In its place there may be a new one by now.
    if (known && isOver(await known)) known = undefined;
    known ??= identity();
    known.catch(() => (known = undefined));
    return known;
  };
  /** Nobody would take a seal for good that was made after the end of its certificate; lists and what was sealed before are read on. */
  const sealsNow = async (): Promise<SealingIdentity> => {
    const { endsAt, ...identity } = await sealsWith();
    if (endsAt) refuseEnded({ endsAt }, clock.now().getTime());
    return identity;
  };
  /** The files are read anew: another certificate may lie there by now. */
  const warnOfEnd = (): string | null => {
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    if (!env.signing || warnedOn === today) return null;
    const problem = problemOf(env.signing, now.getTime());
    if (problem !== null) warnedOn = today;
    return problem;
  };
  return {
    warnOfEnd,
    refuseIfEnded: async () => void (await sealsNow()),
    seal: async (bytes) => forms.seal(bytes, await sealsNow(), clock.now()),
    sign: async (bytes) => inBackground('sha256', bytes, (await sealsWith()).key),
    certificate: async () => (await sealsWith()).certificate,
  };
}
