/** What stands in on a request and is under way to the same subject already, which would have been refused as an order (OPS-73). */
import { productName } from '@portal/contract/products/product-name.ts';
import { numberAlone } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import { askedNumber, presentAsked } from '#rooms/participants/door.ts';
import { type HeldRequest, knowsParticipants, type Person, visibleTo } from '../queries.ts';
import { goesTo, type UnderWay, underWayFor } from '../request/ordering.ts';
import type { Replacement } from './packing.ts';

/** Whoever orders for a site holds it, so that of an order and a stand-in at once the later one sees the earlier. It comes before the request. */
export const holdSiteOf = (tx: Tx, person: Person, requestId: number) =>
  tx
    .selectFrom('shipment_request')
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .where('shipment_request.request_id', '=', requestId)
    .where(visibleTo(person))
    .select('site.care_group_id')
    .forNoKeyUpdate('site')
    .execute();

/** A line of another request, and by which number this one names whom it goes to. */
export interface Doubled extends UnderWay {
  namedHere: string;
  /** The same with what is known of it by now. */
  toldAs: string;
}

/** The lines of other requests that have a product which stands in here, for somebody whom this request is for. */
export async function doubled(
  tx: Tx,
  request: HeldRequest,
  replacements: readonly Replacement[],
): Promise<readonly Doubled[]> {
  const rows = await tx
    .selectFrom('shipment_participant as subject')
    .innerJoin('shipment_request as request', 'request.request_id', 'subject.request_id')
    .leftJoin('participant', 'participant.participant_id', 'subject.participant_id')
    .where('subject.request_id', '=', request.request_id)
    .orderBy('subject.position')
    .select(['subject.participant_id as givenTo', 'subject.is_by_number as isByNumber'])
    .select(askedNumber('request.site_id'))
    .execute();
  const subjects = rows.map(({ givenTo, isByNumber, ...asked }) => ({
    participantId: givenTo,
    subjectNumber: asked.subjectNumber,
    isByNumber,
    toldAs: numberAlone(presentAsked(asked)),
  }));
  const byNumber = subjects.flatMap(({ subjectNumber, isByNumber }) => (isByNumber ? subjectNumber : []));
  // They may have moved to another site, where whoever orders for them holds them.
  const people = await tx
    .selectFrom('participant')
    .where('trial_id', '=', request.trial_id)
    .where((eb) =>
      eb.or([
        eb('participant_id', '=', anyOf(subjects.flatMap(({ participantId }) => participantId ?? []))),
        eb.and([eb('site_id', '=', request.site_id), eb('subject_number', '=', anyText(byNumber))]),
      ]),
    )
    .orderBy('participant_id')
    .select(['participant_id as participantId', 'subject_number as subjectNumber', 'site_id as siteId'])
    .forNoKeyUpdate()
    .execute();
  /** Whom it may go to: who is named, under the number of now as well, and who has a number by which alone it was asked for. */
  const perhaps = (subject: (typeof subjects)[number]) => [
    subject,
    ...people.filter(
      (one) =>
        one.siteId === request.site_id &&
        (one.participantId === subject.participantId ||
          (subject.isByNumber && one.subjectNumber === subject.subjectNumber)),
    ),
  ];
  const products = replacements.map(({ newProductId }) => newProductId);
  const site = { siteId: request.site_id, trialId: request.trial_id };
  const underWay = await underWayFor(tx, site, products, subjects.flatMap(perhaps)).execute();
  return subjects.flatMap((subject) =>
    underWay
      .filter(
        (line) => line.requestId !== request.request_id && perhaps(subject).some((one) => goesTo(line, site, one)),
      )
      .map((line) => ({ ...line, namedHere: subject.subjectNumber, toldAs: subject.toldAs })),
  );
}

interface Named {
  productId: number;
  drugName: string;
  dosageForm: string;
}

/** As the trail has it. */
export const asRecorded = (
  { productId, requestId, namedHere }: Doubled,
  called: Omit<Named, 'productId'> | undefined,
) => ({
  productId,
  drugName: called?.drugName,
  dosageForm: called?.dosageForm,
  requestId,
  subjectNumber: namedHere,
});

/**
 * What is doubled, in words. Of a request of its own a pharmacy knows the number and whom it is for; of what another partner sends it
 * learns only that it is under way, and a wholesaler, who is told of no participant, no more of its own (PRV-04).
 */
export function doubleText(
  { viewer, logRead }: Act<Person>,
  { partner_id }: HeldRequest,
  double: readonly Doubled[],
  products: readonly Named[],
): string {
  const told = double.map((line) => {
    const { requestId, partnerId, productId, toldAs } = line;
    const product = products.find((one) => one.productId === productId);
    const name = product ? productName(product) : '';
    if (!knowsParticipants(viewer) || partnerId !== partner_id) return `Another shipment under way has ${name}.`;
    if (line.participantId !== null) logRead('participant', [line.participantId]);
    return `Request ${requestId}, which is under way, has ${name} for ${toldAs}.`;
  });
  return [...new Set(told)].join(' ');
}
