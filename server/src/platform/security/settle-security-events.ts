/** From what was noted to rows: whose e-mail, challenge or session it was is looked up here, off the path of the call. */
import type { SecurityOutcome } from '@portal/contract/audit/security-words.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Noted, Origin, Whose } from './security-events.ts';

/** One that waits to be written. */
export interface Known extends Noted {
  outcome: SecurityOutcome;
  entry: string;
  at: Date;
}
interface Person {
  providerId: number | null;
  companyId: number | null;
  email: string | null;
}
/** What is known of whoever an event was noted for. */
export interface Found extends Partial<Person> {
  factor?: string | null;
  from?: Omit<Origin, 'brand' | 'requestId'>;
}

/** What an event names its person by, where it does not know the person. */
export interface Named {
  /** As they are stored: trimmed, in lower case. */
  emails: readonly string[];
  challenges: readonly string[];
  sessions: readonly number[];
}
/** What is found of each, by the value it was named by. */
export interface FoundPeople {
  emails: ReadonlyMap<string, Found>;
  challenges: ReadonlyMap<string, Found>;
  sessions: ReadonlyMap<number, Found>;
}

/** What rooms know that the log does not. */
export interface LookUps {
  people: (tx: Tx, named: Named) => Promise<FoundPeople>;
  /** Whose company a brand is, by the brand's key, where it is one company's alone. */
  companies: (tx: Tx, brands: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}
export const knowNobody: LookUps = {
  people: async () => ({ emails: new Map(), challenges: new Map(), sessions: new Map() }),
  companies: async () => new Map(),
};

const normalised = (email: string) => email.trim().toLowerCase();
const foundOf = (whose: NonNullable<Whose>, found: FoundPeople): Found | undefined =>
  'sessionId' in whose
    ? found.sessions.get(whose.sessionId)
    : 'challenge' in whose
      ? found.challenges.get(whose.challenge)
      : found.emails.get(normalised(whose.email));

function namedBy(batch: readonly Known[]): Named {
  const wanted = batch.flatMap(({ whose }) => (whose && !('providerId' in whose) ? [whose] : []));
  return {
    emails: wanted.flatMap((whose) => ('email' in whose ? [normalised(whose.email)] : [])),
    challenges: wanted.flatMap((whose) => ('challenge' in whose ? [whose.challenge] : [])),
    sessions: wanted.flatMap((whose) => ('sessionId' in whose ? [whose.sessionId] : [])),
  };
}

export async function settle(tx: Tx, batch: readonly Known[], hashOf: (email: string) => string, lookUps: LookUps) {
  const found = await lookUps.people(tx, namedBy(batch));
  const settled = batch.map((noted) => {
    const { whose } = noted;
    const one: Found = whose === null ? {} : { ...foundOf(whose, found), ...('providerId' in whose ? whose : {}) };
    const email = one.email ?? (whose && 'email' in whose ? whose.email : null);
    return { noted, one, email, from: noted.from ?? one.from };
  });
  const brands = settled.flatMap(({ one, noted }) =>
    one.companyId === undefined && noted.from?.brand && noted.from.brand.shown.companyId === undefined
      ? [noted.from.brand.shown.key]
      : [],
  );
  const companies = await lookUps.companies(tx, brands);
  return settled.map(({ noted, one, email, from }) => ({
    entry: noted.entry,
    company_id:
      one.companyId ?? noted.from?.brand?.shown.companyId ?? companies.get(noted.from?.brand?.shown.key ?? '') ?? null,
    at: noted.at,
    event: noted.event,
    outcome: noted.outcome,
    factor: noted.factor ?? one.factor ?? null,
    provider_id: one.providerId ?? null,
    email_hash: email === null ? null : hashOf(email),
    host: inOneLine(from?.host ?? 'local'),
    address: inOneLine(from?.address ?? 'local'),
    request_id: noted.from?.requestId ?? 'system',
    call: noted.call ?? null,
  }));
}

/** What a caller sends as its host stays one line, whatever it is. */
const inOneLine = (value: string): string =>
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').slice(0, 255);
