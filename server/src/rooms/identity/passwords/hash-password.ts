/** Passwords are stored as Argon2id hashes, 19 MiB and 2 passes (SEC-14). */
import { hash, verify } from '@node-rs/argon2';
import { composed } from '@portal/contract/identity/password-characters.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { spellingsOf } from './spellings.ts';

/** Two of the four threads that files and names of hosts need as well. */
const hashing = makeSemaphore({ most: 2, mostWaiting: 200 });

export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(composed(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));

export type VerifyHash = (hash: string, password: string) => Promise<boolean>;
export const verifyHash: VerifyHash = (stored, password) => hashing.run(() => verify(stored, password));

/** Whether this is the password of a hash. */
export async function isPasswordOf(
  stored: string,
  password: string,
  verify: VerifyHash = verifyHash,
): Promise<boolean> {
  for (const spelling of spellingsOf(password)) if (await verify(stored, spelling)) return true;
  return false;
}

/** Nobody's: made of random bytes that were thrown away, and as slow to check as anybody's (SEC-07). */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$NUWeo3bmzSBEHEUfLoSV9Q$0b4xRSc0epJt1yjBZ/orUt78g2v7iyXLJUS8lOSDxpE';
