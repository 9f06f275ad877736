/** The portal with each identity provider behind it, and people made where that one keeps its accounts. */
import { hash } from '@node-rs/argon2';
import type { UserType } from '@portal/contract/access.ts';
import { createAccount, setPreferredFactor } from '../src/rooms/identity/door.ts';
import { goodPassword } from './people.ts';
import { openPool, type PoolStandIn } from './pool-stand-in.ts';
import { openPortal, type Portal } from './portal.ts';

export interface Person {
  companyId: number;
  providerId: number;
  email: string;
}
export interface World {
  portal: Portal;
  /** An account with the good password, and nobody's record. */
  addAccount: (account: { email: string; state?: 'unconfirmed' | 'reset'; texts?: boolean }) => Promise<void>;
  /** Keeps a password as releases before did that did not compose it. */
  keepAsItCame: (email: string, password: string) => Promise<void>;
  /** The code in the newest text. */
  newestTextedCode: () => Promise<string>;
}

export const textedTo = '+16175550123';

async function embedded(): Promise<World> {
  const portal = await openPortal();
  return {
    portal,
    addAccount: ({ email, state, texts = false }) =>
      portal.app.database.asSystem(async (tx) => {
        await createAccount(tx, { email, password: goodPassword, state: state ?? 'confirmed', phone: textedTo });
        if (texts) await setPreferredFactor(tx, email, 'sms');
      }),
    keepAsItCame: async (email, password) =>
      void (await portal.rows('update identity_account set password_hash = $2 where email = $1', [
        email,
        await hash(password),
      ])),
    newestTextedCode: async () => {
      const [text] = await portal.rows<{ body: string }>(
        `select body from message where channel = 'sms' and recipient = $1 order by message_id desc limit 1`,
        [textedTo],
      );
      return text?.body.match(/\d{6}/)?.[0] ?? '';
    },
  };
}

/** The same, and the pool itself. */
export async function hosted(): Promise<World & { pool: PoolStandIn }> {
  const pool = await openPool();
  const portal = await openPortal(pool.variables);
  pool.now = () => portal.app.clock.now();
  return {
    portal,
    pool,
    addAccount: async ({ email, state, texts = false }) => {
      const status = state === 'unconfirmed' ? 'UNCONFIRMED' : state === 'reset' ? 'RESET_REQUIRED' : 'CONFIRMED';
      const user = pool.addUser({ email, password: goodPassword, status });
      user.attributes = { email, phone_number: textedTo };
      if (!texts) return;
      user.on.add('SMS_MFA');
      user.preferred = 'SMS_MFA';
    },
    keepAsItCame: async (email, password) => {
      pool.userOf(email).password = password;
    },
    newestTextedCode: async () => pool.texts.at(-1)?.text.match(/\d{6}/)?.[0] ?? '',
  };
}

export const worlds: readonly [name: string, open: () => Promise<World>][] = [
  ['embedded', embedded],
  ['hosted', hosted],
];

/** A person of a company (of a new one, unless named) with an account. */
export async function aPersonOf(
  { portal, addAccount }: World,
  type: UserType,
  given: { companyId?: number; state?: 'unconfirmed' | 'reset'; texts?: boolean } = {},
): Promise<Person> {
  const companyId = given.companyId ?? (await portal.aCompany());
  const providerId = await portal.aPerson(type, { company_id: companyId });
  const [row] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [providerId]);
  const email = row?.email ?? '';
  await addAccount({ email, ...given });
  return { companyId, providerId, email };
}
