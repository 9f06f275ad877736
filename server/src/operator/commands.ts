/** What an operator can do from the command line. Everything is on record, with the operator as the one who did it (P11-16). */
import { createHash, X509Certificate } from 'node:crypto';
import { moduleNames, type UserType } from '@portal/contract/access.ts';
import { longestGroupName } from '@portal/contract/care-groups/rules.ts';
import { idleWarningSeconds, longestIdleWarningSeconds } from '@portal/contract/identity/rules.ts';
import { type AuditAction, readKinds } from '@portal/contract/audit/words.ts';
import { email, requiredText } from '@portal/contract/wire.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Act, actOf, momentOf } from '#platform/act/act.ts';
import { isTrial, type PortalMode, readEnv } from '#src/env.ts';
import { addCareGroup } from '#rooms/care-groups/door.ts';
import {
  addCompany,
  brandToWriteIn,
  renameCompany,
  requireMfa,
  setIdleWarning,
  setModules,
} from '#rooms/companies/door.ts';
import { endSessionsOf, identityOf, recoverAdministrator, setAccountState } from '#rooms/identity/door.ts';
import {
  giveEmergencyAccess,
  invite,
  type LentGroup,
  mostHours,
  takeEmergencyAccess,
  withdrawByOperator,
} from '#rooms/providers/door.ts';
import { fingerprintOf, sealingCertificates } from '#rooms/signing/door.ts';
import type { Change } from '#platform/audit/record.ts';
import { Failed } from '#platform/core/fail.ts';
import { type Brand, type Brands, keysFor } from '#platform/core/brands.ts';
import { allowStatements, type Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { tablesByMonth } from '#platform/database/months.ts';
import { bringBackFiles } from '#platform/files/sweep-files.ts';
import { archivesOfMonth, linesIn } from '#platform/jobs/archive-months.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { exportDocument } from './export-document.ts';
import { failedJobsInWords, giveUpJob, retryJob } from './failed-jobs.ts';
import { giveUpWaiting } from './give-up-waiting.ts';
import { giveHostTo, host, takeHostBack } from './hosts.ts';
import { importPharmacyRecords } from './import-pharmacy-records.ts';
import { companiesInWords } from './list-companies.ts';
import { backUp } from './backup.ts';
import { check } from './check.ts';
import { moveFiles } from './move-files.ts';
import { markerOf, refuseOtherFiles } from './refuse-other-files.ts';
import { prepareLogins } from './prepare-logins.ts';
import { whoRead } from './who-read.ts';
import { isGiven, oneOf, Refusal, someOf } from './read-options.ts';
import { restore } from './restore.ts';
import { skipNumbersOf } from './skip-numbers.ts';
import type { Ground } from './ground.ts';

/** The operator in one company, who sees all of it. */
type Operator = Actor & { careGroupIds: null };
/** Does what was asked, and says in sentences what has been done. */
type Work<S extends z.ZodType> = (ground: Ground, given: z.output<S>) => Promise<string>;
type Shape = z.ZodObject<Record<string, z.ZodType>>;
interface Declared<S extends Shape> {
  summary: string;
  options: S;
}
export type Variables = Record<string, string | undefined>;
/** Works on the database of the portal, or before there is one, by the variables alone. */
export type Command<S extends Shape = Shape> = Declared<S> &
  ({ run: Work<S> } | { alone: (given: z.output<S>, variables: Variables) => Promise<string> });
const command = <S extends Shape>(declared: Command<S>): Command => declared as unknown as Command;

/** Who can administer a company; the others work for partners and sponsors, or are not let in. */
const administrators = [
  'Admin',
  'Other',
  'Pharmacist',
  'Technician',
  'Doctor',
  'Nurse',
] as const satisfies readonly UserType[];
const company = z.coerce
  .number<string>('must be a number')
  .int('must be a number')
  .min(1, 'must be a number')
  .max(2_147_483_647, 'must be a number');
const administrator = { 'admin-email': email(64), 'admin-type': oneOf(administrators), brand: z.string() };

/** Before it is known which company it will be. */
const noCompany = 0;
/** Work of the operator in a company, outside any fence. */
const asOperator = <T>(
  { database, clock, operator }: Pick<Ground, 'database' | 'clock' | 'operator'>,
  companyId: number,
  work: (act: Act<Operator>) => Promise<T>,
): Promise<T> => database.asSystem((tx) => work(actOf(tx, clock, { ...operator, companyId, careGroupIds: null })));

const createCompany = command({
  summary: 'Adds a company and invites its first administrator.',
  options: z.object({ name: requiredText(100), modules: someOf(moduleNames), ...administrator }),
  run: async (ground, { name, modules, ...given }) =>
    asOperator(ground, noCompany, async (act) => {
      await refuseKnownName(act.tx, name);
      const companyId = await addCompany(act, { name, modules });
      const inCompany = actOf(act.tx, act, { ...act.viewer, companyId });
      // The type Admin sees the whole company, and only trials have it; elsewhere whoever is in a group at the top does, and nobody else
      // could make the first one (SEC-23).
      if (!modules.includes('TrialCard')) {
        const groupName = name.slice(0, longestGroupName).trim();
        await addCareGroup(inCompany, { kind: 'group', name: groupName, displayName: groupName });
      }
      const link = await inviteAdministrator(inCompany, ground, given);
      return `The company "${name}" has been added with the number ${companyId}.\n${link}`;
    }),
});

/** A command that is given twice by mistake makes no second company. */
async function refuseKnownName(tx: Tx, name: string, renamed = noCompany): Promise<void> {
  await holdName(tx, 'names of companies');
  const known = await tx
    .selectFrom('company')
    .select('company_id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('company_id', '<>', renamed)
    .executeTakeFirst();
  if (known) throw new Refusal(`A company with this name already exists, with the number ${known.company_id}.`);
}

const inviteAdmin = command({
  summary: 'Invites an administrator of a company, or invites them again.',
  options: z.object({ company, ...administrator }),
  run: (ground, { company: companyId, ...given }) =>
    asOperator(ground, companyId, async (act) => {
      const inWhich = () => brandToWriteIn(ground, act.tx, { companyId });
      const before = await inWhich();
      const said = await inviteAdministrator(act, ground, given);
      return [said, ...brandsInWords(given.brand, before, await inWhich())].join('\n');
    }),
});

/** Where somebody is invited under another brand than patients know. */
function brandsInWords(invitedUnder: string, before: Brand, now: Brand): string[] {
  if (now.key !== before.key)
    return [
      `Patients of the company are written to under "${now.key}" from now on, and no longer under "${before.key}".`,
    ];
  return invitedUnder === now.key ? [] : [`Patients of the company go on being written to under "${now.key}".`];
}

const takeBackInvitation = command({
  summary: 'Withdraws the open invitation of an e-mail, so that another one can be sent.',
  options: z.object({ company, email: email(64) }),
  run: async (ground, { company: companyId, email: invited }) => {
    const taken = await asOperator(ground, companyId, (act) => withdrawByOperator(act, invited));
    if (taken === 0) throw new Refusal(`The company ${companyId} has no open invitation of ${invited}.`);
    return `The invitation of ${invited} has been withdrawn. Its link no longer works.`;
  },
});

async function inviteAdministrator(
  act: Act<Operator>,
  { brands, sendsMail }: Pick<Ground, 'brands' | 'sendsMail'>,
  given: { 'admin-email': string; 'admin-type': UserType; brand: string },
): Promise<string> {
  const to = given['admin-email'];
  const groups = await act.tx
    .selectFrom('care_group')
    .select('care_group_id as id')
    .where('company_id', '=', act.viewer.companyId)
    .where('kind', '=', 'group')
    .where('parent_id', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  const { link } = await inviteOrName(act, {
    email: to,
    type: given['admin-type'],
    adminRights: true,
    careGroupIds: given['admin-type'] === 'Admin' ? [] : groups.map(({ id }) => id),
    brand: brandOf(brands, given.brand, act.viewer.companyId),
  });
  const mail = sendsMail
    ? 'The same link goes to them by mail as soon as the portal runs.'
    : 'SMTP_URL is not set, so no mail is sent: please pass the link on to them.';
  return `${to} can register within 14 days, once, at\n${link}\n${mail}`;
}

/** What the fields of a call are called here. */
const inviteOrName: typeof invite = (act, given) =>
  invite(act, given).catch((error: unknown) => {
    const type = error instanceof Failed ? error.fields?.['type'] : undefined;
    throw type === undefined ? error : new Refusal(`--admin-type ${given.type} ${type}.`);
  });

/** Nobody is written to in the name of another company. */
function brandOf(brands: Brands, key: string, companyId: number): Brand {
  const brand = brands.withKey(key);
  const keys = keysFor(brands, companyId);
  if (brand && keys.includes(key)) return brand;
  if (!brand) throw new Refusal(`--brand must be one of ${keys.join(', ')} (is "${key}").`);
  throw new Refusal(`--brand ${key} is of the company ${brand.companyId}: it must be one of ${keys.join(', ')}.`);
}

const listCompanies = command({
  summary: 'Lists the companies with their modules and people.',
  options: z.object({}),
  run: ({ database, clock }) => database.asSystem((tx) => companiesInWords(momentOf(tx, clock))),
});

const giveHost = command({
  summary: 'Lets a host show the brand of a company, by its number, beside the hosts of BRANDS_FILE.',
  options: z.object({ host, 'company-brand': company }),
  run: (ground, { host: name, 'company-brand': brandId }) =>
    giveHostTo({ ...ground, act: (companyId, work) => asOperator(ground, companyId, work) }, { host: name, brandId }),
});

const takeHost = command({
  summary: 'Takes a host back that was given to the brand of a company.',
  options: z.object({ host }),
  run: (ground, given) =>
    takeHostBack({ ...ground, act: (companyId, work) => asOperator(ground, companyId, work) }, given),
});

const rename = command({
  summary: 'Gives a company another name. What was sent and signed before keeps the name it had.',
  options: z.object({ company, name: requiredText(100) }),
  run: (ground, { company: companyId, name }) =>
    asOperator(ground, companyId, async (act) => {
      await refuseKnownName(act.tx, name, companyId);
      if (!(await renameCompany(act, companyId, name)))
        throw new Refusal(`The company ${companyId} is called "${name}" already.`);
      return `The company ${companyId} is called "${name}" from now on. What was sent and signed before keeps the name it had.`;
    }),
});

const changeModules = command({
  summary: 'Gives a company exactly these modules. They take effect at once.',
  options: z.object({ company, modules: someOf(moduleNames) }),
  run: async (ground, { company: companyId, modules }) => {
    await asOperator(ground, companyId, (act) => setModules(act, companyId, modules));
    return `The company ${companyId} has ${modules.length === 0 ? 'no modules' : `the modules ${modules.join(', ')}`}.`;
  },
});

const changeIdleWarning = command({
  summary: 'Sets how long before the end of an idle session the people of a company are warned.',
  options: z.object({
    company,
    seconds: z.coerce
      .number<string>('must be a number')
      .int('must be a whole number')
      .min(idleWarningSeconds, `must be ${idleWarningSeconds} to ${longestIdleWarningSeconds}`)
      .max(longestIdleWarningSeconds, `must be ${idleWarningSeconds} to ${longestIdleWarningSeconds}`),
  }),
  run: async (ground, { company: companyId, seconds }) => {
    await asOperator(ground, companyId, (act) => setIdleWarning(act, companyId, seconds));
    return `The people of the company ${companyId} are warned ${seconds} seconds before an idle session ends.`;
  },
});

const changeMfa = command({
  summary: 'Requires a second factor of everybody in a company, or no longer of those who may do without.',
  options: z.object({ company, required: oneOf(['yes', 'no']) }),
  run: (ground, { company: companyId, required }) =>
    asOperator(ground, companyId, async (act) => {
      const isNew = await requireMfa(act, companyId, required === 'yes');
      if (required === 'no') return `The company ${companyId} does not require a second factor of everybody.`;
      // Otherwise who is signed in without one would be for hours.
      if (isNew) await endSessionsOfCompany(act, companyId);
      return `The company ${companyId} requires a second factor of everybody. Its people have to sign in again.`;
    }),
});

async function endSessionsOfCompany(act: Act<Operator>, companyId: number): Promise<void> {
  const people = await act.tx
    .selectFrom('provider')
    .select('provider_id')
    .where('company_id', '=', companyId)
    .execute();
  for (const { provider_id } of people) await endSessionsOf(act, provider_id, 'mfa required');
}

const changeAccount = command({
  summary: 'Sets the state of an account; "reset" makes its owner set a new password by mail.',
  options: z.object({ email: email(150), state: oneOf(['confirmed', 'unconfirmed', 'reset']) }),
  run: async (ground, given) => {
    if (ground.accountsAreHosted) throw new Refusal('Accounts are in the hosted user pool. Their state is set there.');
    await asOperator(ground, noCompany, (act) => setAccountState(act, given));
    return `The account ${given.email} is in the state "${given.state}".`;
  },
});

const recover = command({
  summary:
    'Removes the second factor of an administrator who has lost the app and the recovery codes. --confirm repeats the e-mail, to say that you have made sure who is asking.',
  options: z.object({ email: email(150), reason: requiredText(500), brand: z.string(), confirm: email(150) }),
  run: async (ground, given) => {
    if (given.confirm.toLowerCase() !== given.email.toLowerCase())
      throw new Refusal(
        '--confirm must repeat the e-mail: it says that you have made sure, for example by a call, who is asking.',
      );
    const done = await recoverAdministrator({ ...ground, identity: identityOf(ground) }, ground.operator, {
      ...given,
      brandIn: (companyId) => brandOf(ground.brands, given.brand, companyId),
    });
    if (done === 'no administrator')
      throw new Refusal(
        `${given.email} is not an administrator: the administrators of their company decide about their second factor.`,
      );
    if (done === 'no factor') throw new Refusal(`${given.email} has no second factor.`);
    const others =
      done.told === 0
        ? 'The company has no other administrator.'
        : `So ${done.told === 1 ? 'does' : 'do'} the other administrator${done.told === 1 ? '' : `s (${done.told})`}.`;
    const mail = ground.sendsMail ? '' : ' SMTP_URL is not set, so no mail is sent: please tell them.';
    return `The second factor of ${given.email} has been removed, and all their sessions have ended. The next sign-in leads to a set-up.\nThey get a mail about it. ${others}${mail}`;
  },
});

const emergencyAccess = command({
  summary: `Lets an account into a care group and those below it for at most ${mostHours} hours. Everything it does in that time is marked, and the administrators get a mail.`,
  options: z.object({
    email: email(150),
    'care-group': company,
    hours: z.coerce
      .number<string>('must be a number')
      .int(`must be a whole number from 1 to ${mostHours}`)
      .min(1, `must be a whole number from 1 to ${mostHours}`)
      .max(mostHours, `must be a whole number from 1 to ${mostHours}`),
    reason: requiredText(500),
    brand: z.string(),
  }),
  run: async (ground, { 'care-group': careGroupId, ...given }) => {
    const brandIn = (companyId: number) => brandOf(ground.brands, given.brand, companyId);
    const done = await asOperator(ground, noCompany, (act) =>
      giveEmergencyAccess(act, { ...given, careGroupId, brandIn }),
    );
    if (done === 'sees it already') throw new Refusal(`${given.email} already sees this care group.`);
    if (done === 'not by groups')
      throw new Refusal(
        `What ${given.email} sees does not depend on care groups: emergency access would change nothing.`,
      );
    const mail =
      ground.sendsMail || done.told === 0 ? '' : ' SMTP_URL is not set, so no mail is sent: please tell them.';
    return `${given.email} sees the care group "${done.group}" until ${done.endsAt.toISOString()}. It ends by itself.\n${toldInWords(done)}${mail}`;
  },
});

function toldInWords({ told, seeing }: { told: number; seeing: number }): string {
  if (told === 0) return 'The company has no administrator who could be told.';
  const administrators = `The company's administrators (${told}) are told`;
  return seeing === 0
    ? `${administrators}. None of them sees the care group, so they may ask you who it is, and why.`
    : `${administrators}; those who see the care group (${seeing}) also who it is, and why.`;
}

const endEmergencyAccess = command({
  summary:
    'Ends the emergency access of an account before its time: to all care groups that it was given, or to --care-group alone.',
  options: z.object({ email: email(150), 'care-group': company.optional() }),
  run: async (ground, { email: whose, 'care-group': careGroupId }) => {
    const { ended, kept } = await asOperator(ground, noCompany, (act) =>
      takeEmergencyAccess(act, { email: whose, careGroupId }),
    );
    if (ended.length === 0)
      throw new Refusal(
        kept.length === 0
          ? `${whose} has no emergency access.`
          : `${whose} has no emergency access to the care group ${careGroupId}, but to ${lentInWords(kept)}.`,
      );
    const rest = kept.length === 0 ? '' : ` That to ${lentInWords(kept)} goes on.`;
    return `The emergency access of ${whose} to ${lentInWords(ended)} has ended.${rest}`;
  },
});

const lentInWords = (groups: readonly LentGroup[]): string =>
  `the care group${groups.length === 1 ? '' : 's'} ${groups.map(({ name, careGroupId }) => `"${name}" (${careGroupId})`).join(', ')}`;

const changeMode = command({
  summary: 'Changes the mode that the database belongs to, such as from staging to production.',
  options: z.object({ to: oneOf(['development', 'test', 'staging', 'production']) }),
  run: async (ground, { to }) => {
    const mode = await asOperator(ground, noCompany, async (act) => {
      const known = await act.tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirst();
      if (!known) throw new Refusal('The database has no mode yet: it takes that of the first start.');
      if (known.mode === to) throw new Refusal(`The database already belongs to the mode "${to}".`);
      if (!isTrial(known.mode as PortalMode) && isTrial(to) && (await isAnythingOnRecord(act.tx)))
        throw new Refusal(
          `The database belongs to the mode "${known.mode}" and has companies on record: the mode "${to}" would show their mails, with links and codes, to everybody. Try on a copy, by "backup" and "restore", in the mode "staging".`,
        );
      if (known.has_demo_data && !isTrial(to))
        throw new Refusal('The database has demo accounts with a known password: start with a database without them.');
      await act.tx.updateTable('installation').set({ mode: to }).execute();
      await recordForAll(act, 'company.mode_changed', { field: 'mode', old: known.mode, new: to });
      return known.mode;
    });
    return `The database belongs to the mode "${to}". Start the portal with PORTAL_MODE=${to}; one that is running goes on in the mode "${mode}" until then, and with its old PORTAL_MODE it does not start again.`;
  },
});

/** Every person and every patient is in a company. */
const isAnythingOnRecord = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('company').select('company_id').limit(1).executeTakeFirst()) !== undefined;

const importRecords = command({
  summary:
    'Notes prescriptions, refill outreach, order statuses and consents of patients from a file with one record in JSON on each line. It notes the whole file or nothing. Run again, it notes what is new.',
  options: z.object({ company, file: z.string().min(1) }),
  run: importPharmacyRecords,
});

const bringBack = command({
  summary: 'Moves files that records name back from the trash, after a restore of the database.',
  options: z.object({}),
  run: async ({ database, files, env }) => {
    await refuseOtherFiles(env, files, await markerOf(database), 'Nothing was moved back.');
    const count = await bringBackFiles({ database, files });
    if (count === 0) return 'The trash has no file that a record names and the folder lacks.';
    return count === 1 ? 'One file has been moved back.' : `${count} files have been moved back.`;
  },
});

const move = command({
  summary:
    'Copies the files of the portal, while it runs, to the place that --to names in the form of FILES_URL. Run again, it copies what has been added since.',
  options: z.object({ to: z.string().min(1) }),
  run: (ground, { to }) => moveFiles(ground, to),
});

const prepare = command({
  summary:
    'Makes the two logins and the database of DATABASE_URL and MIGRATION_DATABASE_URL, as the administrator of ADMIN_DATABASE_URL; again after "migrate", it takes back what only that needed. --print shows the SQL instead.',
  options: z.object({ print: isGiven }),
  alone: ({ print = false }, variables) => prepareLogins(readEnv(variables), { print }),
});

const checkAll = command({
  summary:
    'Looks at settings, connections, rights, folder, clock and mail server, and says what is wrong. Changes nothing.',
  options: z.object({}),
  alone: (_given, variables) => check(variables),
});

const makeBackup = command({
  summary: 'Writes database, files and a manifest with their hashes into a new folder, while the portal runs.',
  options: z.object({ to: z.string().min(1) }),
  alone: ({ to }, variables) => backUp(readEnv(variables), to),
});

const restoreBackup = command({
  summary: 'Brings a backup into an empty database and an empty place for files. What waits to be sent is held.',
  options: z.object({ from: z.string().min(1) }),
  alone: ({ from }, variables) => restore(readEnv(variables), from),
});

const skip = command({
  summary:
    'Skips numbers of every kind in a database that came back by other means than "restore", so that none that was given out since is given to anything else.',
  options: z.object({}),
  alone: (_given, variables) => skipNumbersOf(readEnv(variables)),
});

const releaseOutbound = command({
  summary:
    'Lets a restored portal send mails and texts again. --discard yes gives up what was waiting instead, --discard all also what was written since the restore.',
  options: z.object({ discard: oneOf(['yes', 'no', 'all']).default('no') }),
  run: (ground, { discard }) =>
    asOperator(ground, noCompany, async (act) => {
      const released = await act.tx
        .updateTable('installation')
        .set({ holds_outbound: false })
        .where('holds_outbound', '=', true)
        .returning('marker')
        .executeTakeFirst();
      if (!released) throw new Refusal('Nothing is held: the portal sends what it has.');
      await recordForAll(act, 'company.outbound_released', {
        field: 'discard',
        new: discard === 'all' ? discard : discard === 'yes',
      });
      if (discard === 'no') return 'The portal sends again, beginning with what was waiting.';
      return `The portal sends again. ${await giveUpWaiting(act.tx, act.now(), { alsoSince: discard === 'all' })}`;
    }),
});

/** What concerns the whole portal is in the audit trail of every company. */
async function recordForAll(act: Act<Operator>, action: AuditAction, ...changes: Change[]): Promise<void> {
  for (const { company_id: id } of await act.tx.selectFrom('company').select('company_id').execute())
    await actOf(act.tx, act, { ...act.viewer, companyId: id }).record({
      action,
      record: { kind: 'company', id },
      changes,
    });
}

const bringToSchema = command({
  summary: 'Brings the database to the schema of this release, as the login of MIGRATION_DATABASE_URL.',
  options: z.object({}),
  // Opening the database has done it.
  run: async () => 'The database has the schema of this release.',
});

const keepHouse = command({
  summary: 'Does all of the housekeeping at once: what is old is removed, blanked or archived, as the settings say.',
  options: z.object({}),
  run: async (ground) => {
    const { done, heldBecause, failed } = await ground.keepHouse();
    const lines = done.map(({ what, count }) => `${what}: ${count}`);
    if (heldBecause !== null) lines.push(`On hold, so that no record was touched: ${heldBecause}`);
    if (failed === null) return lines.length === 0 ? 'There was nothing to do.' : lines.join('\n');
    for (const line of lines) await ground.print(Buffer.from(`${line}\n`));
    throw new Refusal(`Not all of the housekeeping was done. ${failed}`);
  },
});

const readArchive = command({
  summary: 'Prints the entries of a month that left the database, as lines of JSON.',
  options: z.object({
    table: oneOf(tablesByMonth),
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2020-03'),
  }),
  run: async ({ database, files, print }, { table, month }) => {
    const archives = await archivesOfMonth(database, { table, month: `${month}-01` });
    if (archives.length === 0) throw new Refusal(`There is no archive of ${table} of ${month}.`);
    for (const { key, sha256 } of archives) {
      const hash = createHash('sha256');
      for await (const part of linesIn(files, key)) {
        hash.update(part);
        await print(part);
      }
      if (hash.digest('hex') !== sha256) throw new Refusal('The archive is damaged: it is not what was written.');
    }
    return '';
  },
});

const holdRecords = command({
  summary:
    'Keeps every record that would be removed or blanked, because of its age or with a participant or patient who is removed, until release-records.',
  options: z.object({ reason: requiredText(500) }),
  run: (ground, { reason }) =>
    setHold(
      ground,
      reason,
      'Nothing on record is removed or blanked from now on. Participants and patients can be deactivated, but not removed.',
    ),
});

const releaseRecords = command({
  summary: 'Ends what hold-records began.',
  options: z.object({}),
  run: (ground) =>
    setHold(
      ground,
      null,
      'Old records are removed again, as the settings say, and participants and patients can be removed.',
    ),
});

const setHold = (ground: Ground, because: string | null, said: string) =>
  asOperator(ground, noCompany, async (act) => {
    // Whoever removes somebody at the moment is waited for.
    await allowStatements(act.tx, 120_000);
    const known = await act.tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow();
    const before = known.retention_held_because;
    if (because === null && before === null) throw new Refusal('Nothing is held.');
    await act.tx.updateTable('installation').set({ retention_held_because: because }).execute();
    const action = because === null ? 'company.records_released' : 'company.records_held';
    await recordForAll(act, action, { field: 'reason', old: before, new: because });
    return said;
  });

const whoReadRecord = command({
  summary: 'Lists who read a record, the newest first: when, by which call, from where.',
  options: z.object({
    company,
    kind: oneOf(readKinds),
    id: company,
    most: z.coerce.number<string>('must be a number').int().min(1).max(10_000).default(100),
  }),
  run: whoRead,
});

const exportOne = command({
  summary:
    'Writes one document into a new file, also one that was deleted, and says whether it verifies. That, and the reason, is in the audit trail.',
  options: z.object({ company, document: company, to: z.string().min(1), reason: requiredText(500) }),
  run: exportDocument,
});

const listSealing = command({
  summary: 'Lists the certificates that documents were sealed and complete copies signed with, the latest last.',
  options: z.object({}),
  run: async ({ database }) => {
    const certificates = await database.asSystem(sealingCertificates);
    if (certificates.length === 0) return 'Nothing has been sealed yet.';
    return certificates
      .map((pem) => `${fingerprintOf(pem)}  ${new X509Certificate(pem).subject.replaceAll('\n', ', ')}`)
      .join('\n');
  },
});

const listFailedJobs = command({
  summary: 'Lists the background jobs that failed and are not tried again by themselves.',
  options: z.object({}),
  run: failedJobsInWords,
});

const idOfJob = z.uuid('must be the id of a job, as failed-jobs shows it');

const tryAgain = command({
  summary: 'Tries a failed background job once more, also one that was given up.',
  options: z.object({ id: idOfJob }),
  run: (ground, { id }) => retryJob(ground, id),
});

const giveUpOne = command({
  summary:
    'Gives up a failed background job that nothing can be done about: it is tried no more and counts as failed no more.',
  options: z.object({ id: idOfJob, reason: requiredText(500) }),
  run: (ground, { id, reason }) => giveUpJob(ground, id, reason),
});

export const commands: Readonly<Record<string, Command>> = {
  'prepare-database': prepare,
  migrate: bringToSchema,
  check: checkAll,
  'create-company': createCompany,
  'invite-admin': inviteAdmin,
  'cancel-invitation': takeBackInvitation,
  'list-companies': listCompanies,
  'give-host': giveHost,
  'take-host': takeHost,
  'rename-company': rename,
  'set-modules': changeModules,
  'require-mfa': changeMfa,
  'set-idle-warning': changeIdleWarning,
  'set-account': changeAccount,
  'recover-administrator': recover,
  'emergency-access': emergencyAccess,
  'end-emergency-access': endEmergencyAccess,
  'change-mode': changeMode,
  'import-pharmacy-records': importRecords,
  'bring-back-files': bringBack,
  'move-files': move,
  backup: makeBackup,
  restore: restoreBackup,
  'skip-numbers': skip,
  'release-outbound': releaseOutbound,
  housekeeping: keepHouse,
  'hold-records': holdRecords,
  'release-records': releaseRecords,
  'read-archive': readArchive,
  'who-read': whoReadRecord,
  'export-document': exportOne,
  'sealing-certificates': listSealing,
  'failed-jobs': listFailedJobs,
  'retry-job': tryAgain,
  'give-up-job': giveUpOne,
};
