/** What a patient does behind the link of a notice. Nobody has signed in; links that cannot be used are all refused alike. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House, OpenCall } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { readContent } from '#rooms/documents/door.ts';
import { chooseTexts, ownTexts } from '#rooms/patient-records/door.ts';
import { hashOfCode, holdAnywherePatient, isPass, passFor, patientActor } from '#rooms/responses/door.ts';
import { markReadByPatient } from '../mark-read.ts';
import { storeMessage } from '../post-message.ts';
import { holdAnywhere } from '../queries.ts';
import { careTeamOf, findDocument, messagesOf, type OwnRow } from './queries.ts';
import { countWrongAnywhere, findAnywhereLink, type Link } from './links.ts';

type Ground = Pick<House, 'database' | 'clock'>;
export interface Opened {
  code: string;
  pass: string;
}
/** From where a call comes, and the access log, where the reader is the patient (PRV-01). */
export type From = Pick<OpenCall<Endpoint>, 'brand' | 'host' | 'address' | 'requestId' | 'logRead' | 'logRefused'>;

export const lookAtConversation = (
  { database, clock }: Ground,
  { brand: on }: Pick<From, 'brand'>,
  code: string,
): Promise<number> =>
  database.asSystem(async (tx) => {
    const link = await findAnywhereLink(tx, hashOfCode(code), { now: clock.now(), on }).executeTakeFirst();
    if (!link) throw fail('conversation.link_unknown');
    return link.triesLeft;
  });

/** A wrong date of birth counts whatever becomes of the call, so it is refused when that is stored. */
export async function openConversation(
  house: Ground & Pick<House, 'env'>,
  from: From,
  code: string,
  birthDate: string,
) {
  const { database, clock } = house;
  const hash = hashOfCode(code);
  const opened = await database.asSystem(async (tx) => {
    // Of many tries at once each sees how many the one before has left.
    const link = await findAnywhereLink(tx, hash, { now: clock.now(), on: from.brand })
      .forNoKeyUpdate('link')
      .executeTakeFirst();
    if (!link) throw fail('conversation.link_unknown');
    if (link.bornOn !== birthDate) return { link, triesLeft: (await countWrongAnywhere(tx, hash)).triesLeft };
    const careTeam = await careTeamOf(tx, link.conversationId, clock.now());
    const pass = passFor(tx, { codeHash: hash, bornOn: link.bornOn }, clock.now());
    const takesTexts = await ownTexts(house, tx, link.patientId);
    return { link, shown: { pass, topic: link.topic, careTeam, takesTexts, hearsWhatWasShown: true as const } };
  });
  const { link } = opened;
  if (opened.shown) {
    from.logRead(readerOf(from, link), 'patient', [link.patientId]);
    return opened.shown;
  }
  from.logRefused(readerOf(from, link), 'patient', [link.patientId]);
  const { triesLeft } = opened;
  throw triesLeft > 0 ? fail('conversation.wrong_birth_date', { triesLeft }) : fail('conversation.link_too_many');
}

/** The conversation of a link that its date of birth has opened. */
async function openedLink(tx: Tx, from: From, { code, pass }: Opened, now: Date): Promise<Link> {
  const hash = hashOfCode(code);
  const link = await findAnywhereLink(tx, hash, { now, on: from.brand }).executeTakeFirst();
  if (!link) throw fail('conversation.link_unknown');
  if (isPass(tx, pass, { codeHash: hash, bornOn: link.bornOn }, now)) return link;
  from.logRefused(readerOf(from, link), 'patient', [link.patientId]);
  throw fail('conversation.link_closed');
}

/**
 * Does something as the patient of a link, in the company of the link. It is looked at once more while the patient is
 * held: meanwhile it may have ended, and whoever calls not be the patient.
 */
async function asPatient<T>(
  { database, clock }: Ground,
  from: From,
  opened: Opened,
  work: (act: Act<Actor>, link: Link) => Promise<T>,
): Promise<T> {
  const { companyId, patientId } = await database.asSystem((tx) => openedLink(tx, from, opened, clock.now()));
  const patient = patientActor(from, companyId);
  return database.inCompany(companyId, async (tx) => {
    await holdAnywherePatient(tx, patientId);
    const link = await openedLink(tx, from, opened, clock.now());
    const logRead: Act['logRead'] = (kind, ids) => from.logRead(readerOf(from, link), kind, ids);
    return work(actOf(tx, clock, patient, { logRead }), link);
  });
}

/** The patient, as the access log knows them. */
const readerOf = ({ host, address, requestId }: From, { companyId }: Link) => ({
  companyId,
  providerId: null,
  host,
  address,
  requestId,
});

const present = (row: OwnRow) => ({
  msgId: row.msgId,
  message: row.body,
  senderName: row.providerId === null ? '' : row.senderName,
  timeSent: row.sentAt,
  isOwn: row.providerId === null,
  isReadByCareTeam: row.isRead,
  document:
    row.documentId === null
      ? null
      : { docId: row.documentId, name: row.documentName ?? '', isCorrected: row.isCorrected },
  ...(row.isDocumentGone && { isDocumentGone: true as const }),
});

/**
 * A page of messages, newest first. What of it the patient's page has shown already is read: of what is only on its way to them nobody knows
 * whether it arrives. A page of the release before does not tell, and counts as having shown what it is answered.
 */
export const readOwnMessages = (
  house: Ground,
  from: From,
  opened: Opened,
  { start, limit, seenTo = Infinity }: { start: number; limit: number; seenTo?: number | undefined },
) =>
  asPatient(house, from, opened, async (act, { conversationId, patientId }) => {
    const rows = await messagesOf(act.tx, conversationId, act.now())
      .offset(start)
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    await markReadByPatient(
      act,
      conversationId,
      shown.filter(({ providerId, msgId }) => providerId !== null && msgId <= seenTo).map(({ msgId }) => msgId),
    );
    act.logRead('patient', [patientId]);
    return { messages: shown.map(present), isMore: rows.length > limit };
  });

/** Stores what the patient wrote, on record as the patient's own act. */
export const sendOwnMessage = (house: Ground, from: From, opened: Opened, given: { text: string; clientKey: string }) =>
  asPatient(house, from, opened, async (act, { conversationId, patientId }) => {
    const conversation = await holdAnywhere(act.tx, conversationId);
    if (!conversation) throw fail('conversation.link_unknown');
    const { msgId } = await storeMessage(act, { conversation, providerId: null, ...given });
    const row = await messagesOf(act.tx, conversationId, act.now())
      .where('message.message_id', '=', msgId)
      .executeTakeFirstOrThrow();
    act.logRead('patient', [patientId]);
    return present(row);
  });

export async function openOwnDocument(
  house: Ground & Pick<House, 'files'>,
  from: From,
  opened: Opened,
  documentId: number,
) {
  const { link, document } = await asPatient(house, from, opened, async ({ tx }, link) => {
    const document = await findDocument(tx, link.conversationId, documentId);
    if (!document) throw fail('not_found');
    return { link, document };
  });
  // Nobody who wants the patient waits for a file.
  const content = await house.database.readInCompany(link.companyId, (tx) => readContent(tx, house.files, documentId));
  from.logRead(readerOf(from, link), 'patient', [link.patientId]);
  from.logRead(readerOf(from, link), 'document', [documentId]);
  return { ...document, data: Buffer.from(content).toString('base64') };
}

/** Stops texts to the patient, or allows them again. */
export const chooseOwnTexts = (house: Ground & Pick<House, 'env'>, from: From, opened: Opened, takesTexts: boolean) =>
  asPatient(house, from, opened, (act, { patientId }) => chooseTexts(house, act, patientId, takesTexts));
