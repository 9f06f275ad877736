/** What a patient does behind the link of a reminder. Nobody has signed in; links that cannot be used are all refused alike. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { actOf } from '#platform/act/act.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House, OpenCall } from '#platform/http/calls.ts';
import { chooseTexts, ownTexts } from '#rooms/patient-records/door.ts';
import { knownAnswers } from './check-answers.ts';
import { hashOfCode, isPass, passFor } from './link-codes.ts';
import { draftOf, keepDraft, staleDraft } from './drafts.ts';
import { presentForPatient } from './present.ts';
import { patientActor } from './patient-actor.ts';
import { findAnywhereEvent } from './queries.ts';
import { countWrongAnywhere, findAnywhereLink, holdAnywherePatient } from './respond-queries.ts';
import { storeResponse } from './store-response.ts';

type Ground = Pick<House, 'database' | 'clock' | 'env'>;
interface Opened {
  code: string;
  pass: string;
}
/** From where a call comes, and the access log, where the reader is the patient (PRV-01). */
type From = Pick<OpenCall<Endpoint>, 'brand' | 'host' | 'address' | 'requestId' | 'logRead' | 'logRefused'>;
type Answers = readonly { questionNum: number; answer: string }[];

export const lookAtCode = (
  { database, clock }: Ground,
  { brand: on }: Pick<From, 'brand'>,
  code: string,
): Promise<number> =>
  database.asSystem(async (tx) => {
    const link = await findAnywhereLink(tx, hashOfCode(code), { now: clock.now(), on }).executeTakeFirst();
    if (!link) throw fail('respond.unknown');
    return link.triesLeft;
  });

/** A wrong date of birth counts whatever becomes of the call, so it is refused when that is stored. */
export async function openAssessment(house: Ground, from: From, code: string, birthDate: string) {
  const { database, clock } = house;
  const hash = hashOfCode(code);
  const opened = await database.asSystem(async (tx) => {
    // Of many tries at once each sees how many the one before has left.
    const link = await findAnywhereLink(tx, hash, { now: clock.now(), on: from.brand })
      .forNoKeyUpdate('link')
      .executeTakeFirst();
    if (!link) throw fail('respond.unknown');
    if (link.bornOn !== birthDate) return { link, triesLeft: (await countWrongAnywhere(tx, hash)).triesLeft };
    const event = await findAnywhereEvent(tx, link.surveyEventId);
    if (!event) throw fail('respond.unknown');
    const kept = await draftOf(tx, { surveyEventId: link.surveyEventId, providerId: null });
    const shown = {
      pass: passFor(tx, { codeHash: hash, bornOn: link.bornOn }, clock.now()),
      surveyName: event.surveyName,
      due: event.dueAt,
      questions: presentForPatient(event.questions),
      answers: (kept?.draft?.answers ?? []).map(({ questionNum, answer }) => ({ questionNum, answer })),
      savedAt: kept?.savedAt ?? null,
      ...(kept?.unreadable && { unreadable: kept.unreadable }),
      takesTexts: await ownTexts(house, tx, link.patientId),
    };
    return { link, shown };
  });
  const { patientId } = opened.link;
  const reader = readerOf(from, opened.link);
  if (opened.shown) {
    from.logRead(reader, 'patient', [patientId]);
    return opened.shown;
  }
  from.logRefused(reader, 'patient', [patientId]);
  const { triesLeft } = opened;
  throw triesLeft > 0 ? fail('respond.wrong_birth_date', { triesLeft }) : fail('respond.too_many');
}

const readerOf = ({ host, address, requestId }: From, { companyId }: { companyId: number }) => ({
  companyId,
  providerId: null,
  host,
  address,
  requestId,
});

/** The event of a link that its date of birth has opened. */
async function openedLink(tx: Tx, { code, pass }: Opened, { now, on }: Parameters<typeof findAnywhereLink>[2]) {
  const hash = hashOfCode(code);
  const link = await findAnywhereLink(tx, hash, { now, on }).executeTakeFirst();
  if (!link) throw fail('respond.unknown');
  if (!isPass(tx, pass, { codeHash: hash, bornOn: link.bornOn }, now)) throw fail('respond.closed');
  return link;
}

/**
 * Does something behind such a link, in the company of the link. It is looked at once more while the patient is held:
 * meanwhile it may have ended, and whoever sent it on its way not be the patient.
 */
async function behindLink<Done>(
  { database, clock }: Ground,
  { brand: on }: Pick<From, 'brand'>,
  opened: Opened,
  work: (tx: Tx, link: Awaited<ReturnType<typeof openedLink>>) => Promise<Done>,
): Promise<Done> {
  const find = (tx: Tx) => openedLink(tx, opened, { now: clock.now(), on });
  const { companyId, patientId } = await database.asSystem(find);
  return database.inCompany(companyId, async (tx) => {
    await holdAnywherePatient(tx, patientId);
    return work(tx, await find(tx));
  });
}

/** The event has ended since the link was looked at: the link with it. */
const asUnknown = (error: unknown): never => {
  const isOver =
    error instanceof Failed && ['response.exists', 'response.event_over', 'not_found'].includes(error.code);
  throw isOver ? fail('respond.unknown') : error;
};

export function keepOwnDraft(
  house: Ground,
  from: From,
  opened: Opened,
  given: { answers: Answers; goesOnFrom: Date | null },
): Promise<Date> {
  const at = house.clock.now();
  return behindLink(house, from, opened, async (tx, link) => {
    const event = await findAnywhereEvent(tx, link.surveyEventId);
    if (!event) throw fail('respond.unknown');
    const whose = { surveyEventId: link.surveyEventId, providerId: null };
    const content = { answers: knownAnswers(event.questions, given.answers) };
    const savedAt = await keepDraft(tx, whose, { content, goesOnFrom: given.goesOnFrom, at });
    if (savedAt !== 'stale') return savedAt;
    from.logRead(readerOf(from, link), 'patient', [link.patientId]);
    throw await staleDraft(tx, whose);
  }).catch(asUnknown);
}

/** Stores what the patient answered, unreviewed; on record as the patient's own act. */
export function sendOwnResponse(
  house: Ground,
  from: Pick<From, 'brand' | 'host' | 'requestId'>,
  opened: Opened,
  given: { answers: Answers; claimedAt: Date },
): Promise<void> {
  return behindLink(house, from, opened, async (tx, { companyId, surveyEventId }) => {
    const act = actOf(tx, house.clock, patientActor(from, companyId));
    await storeResponse(act, { surveyEventId, providerId: null, ...given });
  }).catch(asUnknown);
}

/** Stops texts to the patient, or allows them again. */
export const chooseOwnTexts = (
  house: Ground,
  from: Pick<From, 'brand' | 'host' | 'requestId'>,
  opened: Opened,
  takesTexts: boolean,
): Promise<void> =>
  behindLink(house, from, opened, (tx, { companyId, patientId }) =>
    chooseTexts(house, actOf(tx, house.clock, patientActor(from, companyId)), patientId, takesTexts),
  );
