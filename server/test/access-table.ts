/**
 * Who may make which call, written by hand from the requirements and never read from the endpoints: the tests of
 * `house-access*.test.ts` compare the portal with it. Whoever adds a call adds its line, with a good request.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleName, UserType } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { Role, Things } from './access-table-world.ts';
import type { Asking } from './portal.ts';

/** Everybody of these types, with a session of a company that has the module or one of those, and with admin rights where they are asked for. */
export interface Right {
  types: readonly UserType[];
  module?: ModuleName;
  anyModule?: readonly ModuleName[];
  withoutModule?: ModuleName;
  adminRights?: true;
  /** `company`: these of them alone who see the whole company. `groups`: all of them, for what lies in their groups. */
  reach?: 'company' | 'groups';
}

/** What a client might try to set of what is the server's (SEC-25), in the spellings of the wire and of the tables. */
const ofTheServer = {
  rights: ['type', 'userType', 'role', 'adminRights', 'admin_rights', 'isAdmin', 'prescriber', 'is_prescriber'],
  company: ['company', 'company_id', 'companyId', 'partnerId', 'partner_id', 'ppId', 'wpId', 'sponsorId', 'trialId'],
  owner: ['owner', 'ownerId', 'cp_id', 'cpId', 'uploaderOwned', 'requesterId', 'primaryContact', 'ctrxId'],
  status: ['status', 'srStatus', 'isActive', 'is_active', 'isConfigured', 'trialConfigured', 'history', 'isReplacedBy'],
  signature: ['signer', 'signers', 'signerUuid', 'signerNum', 'isCompletelySigned', 'auditTrailSignatures', 'hash'],
  price: ['invalid', 'isInvalid', 'invalidatedAt', 'eventId', 'drugPrice', 'price'],
  time: ['createdAt', 'created_at', 'updatedAt', 'changedAt', 'uploadedAt', 'dateShipped', 'shipped_on', 'timestamp'],
  version: ['version'],
  reading: ['readCommentCount', 'totalCommentCount', 'isRead', 'readAt'],
} as const;
type ProtectedField = (typeof ofTheServer)[keyof typeof ofTheServer][number];
export const protectedFields: readonly ProtectedField[] = Object.values(ofTheServer).flat();

export interface Line {
  /** `anybody`: on the published list of open calls (SEC-01). */
  who: 'anybody' | Right;
  /** Good requests, made of these things and of values that name nobody's. Left out where the call takes no input. */
  ask?: (things: Things) => Asking | Asking[];
  /** Requests that name what no good one of this call can name, which are refused whoever's it is. */
  besides?: (things: Things) => Asking[];
  /** Who of them finds what the requests name; the others may call, and there is nothing for them. */
  askers?: readonly Role[];
  /** What it names is the secret itself: who has all of it gets the answer, wherever they are from (SEC-34). */
  isSecret?: true;
  /** Nothing in the request names a record or a person. */
  takesNoId?: true;
  /** What a good request wants besides, and how it is answered without. */
  wants?: readonly [what: string, otherwise: 400 | 401 | 404];
  /**
   * How a thing that is not the caller's, or is unknown, is answered where that is neither 403 (for who the caller is) nor
   * 404 (for a record out of sight): 400 where the value has to fit the others of the request, 200 where it counts for nothing,
   * 403 where who signs is told from who does not, 500 where every refusal is one (LIB-08).
   */
  answers?: Readonly<Record<string, 400 | 200 | 403 | 500>>;
  /** Fields that may hold anything, since nothing is done with them. */
  ignores?: readonly string[];
  /** Fields of SEC-25 that this call takes by right; those of a list's items as `list.*.field`. */
  takes?: readonly (ProtectedField | `${string}.${ProtectedField}`)[];
  /**
   * Of a call of reach `groups`: to which administrators of our trial its good requests are answered, which name what is the
   * trial's or the site's; to the others that is out of sight. Left out where the call is answered to all of them, with what is theirs.
   */
  inSightOf?: readonly Administrator[];
  /** A colleague's is told apart from an unknown one, by a 403 (CAD-08, PCG-15). */
  tellsColleagues?: true;
  /** The participants whose data an answer gives this kind of person without their numbers. */
  about?: (things: Things, type: UserType) => readonly number[];
  /** The same of patients. */
  aboutPatients?: (things: Things, type: UserType) => readonly number[];
}
/** Somebody with admin rights who is in one site, in one trial, or in a clinic's group at the top of the company. */
export const administrators = ['ofSite', 'ofTrial', 'ofClinic'] as const;
export type Administrator = (typeof administrators)[number];
/** By method and path. */
export type Lines = Readonly<Record<string, Line>>;

/** Every file beside this one that has lines; the others use the table. */
const files = globSync(path.join(import.meta.dirname, 'access-table-*.ts'))
  .filter((file) => /^export const \w+: Lines/m.test(readFileSync(file, 'utf8')))
  .toSorted();
const exported = await Promise.all(
  files.map(async (file) => (await import(pathToFileURL(file).href)) as Record<string, Lines>),
);
const lines = exported.flatMap((some) => Object.entries(some)).filter(([name]) => name.endsWith('Calls'));

export const accessTable: Lines = Object.fromEntries(lines.flatMap(([, some]) => Object.entries(some)));

/** As the table names a call. */
export const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Every call of the portal with its line. */
export function tabled(): { endpoint: Endpoint; call: string; line: Line }[] {
  const calls = endpoints.map(({ endpoint }) => ({ endpoint, call: callOf(endpoint) }));
  const left = calls.filter(({ call }) => !accessTable[call]).map(({ call }) => call);
  if (left.length > 0)
    throw new Error(`no line in the access table (server/test/access-table*.ts): ${left.join(', ')}`);
  return calls.map((one) => ({ ...one, line: accessTable[one.call] as Line }));
}

export const goodAsksOf = ({ ask }: Line, things: Things): Asking[] => [ask?.(things) ?? {}].flat();
export const asksOf = (line: Line, things: Things): Asking[] => [
  ...goodAsksOf(line, things),
  ...(line.besides?.(things) ?? []),
];
