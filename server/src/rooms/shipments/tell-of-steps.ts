/**
 * Mails about steps of shipment requests (ACC-02, OPC-92), made from the stored events: what happens to the requests of one
 * person or partner within five minutes of the first step is one mail. Each statement leaves rows behind that say how far it
 * came, so that a process that is killed, or several at once, lose nothing and tell nothing twice (REL-14).
 */
import { notifications } from '@portal/contract/providers/rules.ts';
import { isPartner, type UserType } from '@portal/contract/access.ts';
import { sql } from 'kysely';
import { momentOf } from '#platform/act/act.ts';
import { brandFor, defaultBrand } from '#platform/core/brands.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';
import { job } from '#platform/jobs/job.ts';
import type { Topic } from '@portal/contract/topics.ts';
import { isNoticeOn, wantsNotice } from '#rooms/identity/door.ts';
import { handlesThisRequest } from '#rooms/providers/door.ts';
import { type News, type Reader, shipmentUpdates } from './letters.ts';

/** Every minute: looking is all it costs when no step was taken. */
export const tellOfSteps = job({ name: 'tell-of-steps', at: '* * * * *' });

const windowMs = 5 * 60_000;
const portion = 500;
type Ground = Pick<House, 'database' | 'clock' | 'brands'>;

/** Mails that were written go after a week. */
export const clearAwayMails: Clearing = { table: 'shipment_mail', due: (before) => sql`settled_at < ${before(7)}` };

/** Plans the mails of every step so far and writes those that are due. Gives the time until the next one is. */
export async function tellOfStepsDue(house: Ground): Promise<number | null> {
  // All steps first: what became due while nobody was at work is one mail for each reader, not many.
  while (await house.database.asSystem(planMails));
  while (await house.database.asSystem((tx) => writeNext(house, tx)));
  return house.database.asSystem(async (tx) => {
    const { next } = await tx
      .selectFrom('shipment_mail')
      .where('settled_at', 'is', null)
      .select((eb) => eb.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow();
    // What another process is writing at this moment is due and yet not to be had.
    return next && Math.max(1_000, next.getTime() - house.clock.now().getTime());
  });
}

/** Gives every reader of the next steps one waiting mail, and puts the steps into it. Another process waits for its turn. */
async function planMails(tx: Tx): Promise<boolean> {
  const taken = await tx
    .selectFrom('event')
    .where('awaits_mail', '=', true)
    .orderBy('event_id')
    .limit(portion)
    .select('event_id')
    .forUpdate()
    .execute();
  if (taken.length === 0) return false;
  const readers = sql`
    select event.event_id, event.company_id, event.created_at, event.payload->'mail'->>'step' as step,
      event.payload->'mail'->>'host' as host, request.request_id, reader.provider_id, reader.partner_id
    from event join shipment_request request on request.request_id = (event.payload->>'id')::int
    cross join lateral (
      select person.provider_id, null::int as partner_id
      from provider person
      where ${isNoticeOn('shipments', 'person.provider_id')}
        and person.company_id = event.company_id and person.provider_id <> (event.payload->'mail'->>'by')::int
        and ${handlesThisRequest}
      union all
      select null, partner.partner_id from partner
      where partner.partner_id = request.partner_id and partner.send_email and partner.email <> '') reader
    where event.event_id = ${anyOf(taken.map((one) => one.event_id))}`;
  for (const key of ['provider_id', 'partner_id'])
    await sql`
      insert into shipment_mail (company_id, ${sql.ref(key)}, host, due_at)
      select company_id, ${sql.ref(key)}, (array_agg(host order by event_id))[1], min(created_at) + ${`${windowMs} ms`}::interval
      from (${readers}) readers where ${sql.ref(key)} is not null group by company_id, ${sql.ref(key)} order by ${sql.ref(key)}
      on conflict (${sql.ref(key)}) where settled_at is null do update set due_at = least(shipment_mail.due_at, excluded.due_at)`.execute(
      tx,
    );
  await sql`
    insert into shipment_mail_step (mail_id, event_id, company_id, request_id, step, taken_at)
    select mail.mail_id, readers.event_id, readers.company_id, readers.request_id, readers.step, readers.created_at
    from (${readers}) readers join shipment_mail mail
      on mail.settled_at is null and (mail.provider_id = readers.provider_id or mail.partner_id = readers.partner_id)`.execute(
    tx,
  );
  await tx
    .updateTable('event')
    .set({ awaits_mail: false })
    .where('event_id', '=', anyOf(taken.map((one) => one.event_id)))
    .execute();
  return true;
}

/** Writes the mail that has been due for longest into the outbox; of several processes each takes another one. */
async function writeNext({ clock, brands }: Ground, tx: Tx): Promise<boolean> {
  const now = clock.now().getTime();
  const mail = await tx
    .selectFrom('shipment_mail')
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('due_at', '<=', new Date(now)),
        // Further ahead than any mail waits: the clock was set back since (REL-10).
        eb('due_at', '>', new Date(now + 2 * windowMs)),
      ]),
    )
    .orderBy('due_at')
    .orderBy('mail_id')
    .limit(1)
    .select([
      'mail_id as id',
      'company_id as companyId',
      'provider_id as providerId',
      'partner_id as partnerId',
      'host',
    ])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mail) return false;
  const written = mail.providerId === null ? await toPartner(tx, mail) : await toPerson(tx, mail.id, mail.providerId);
  if (written && written.news.length > 0) {
    const { reader, news, topic } = written;
    // A host may have been taken back since.
    const own = reader.host === null ? null : brands.of(reader.host);
    const on = own ?? brands.of(mail.host) ?? defaultBrand(brands);
    const brand = brandFor(brands, on, mail.companyId);
    const to = mail.partnerId === null ? {} : { partnerId: mail.partnerId };
    await momentOf(tx, clock).sendMail({ ...shipmentUpdates(brand, reader, news), topic, ...to });
  }
  await tx
    .updateTable('shipment_mail')
    .set({ settled_at: new Date(now) })
    .where('mail_id', '=', mail.id)
    .execute();
  return true;
}

interface Waiting {
  id: number;
  partnerId: number | null;
}
interface Written {
  reader: Reader & { host: string | null };
  news: News[];
  topic: Topic;
}

/** Who switched it off, left or no longer handles the request meanwhile is told nothing (PRV-08). */
async function toPerson(tx: Tx, id: number, providerId: number): Promise<Written | undefined> {
  if (!(await wantsNotice(tx, providerId, 'shipments'))) return undefined;
  const { rows } = await sql<{ email: string; firstName: string; type: UserType; host: string | null }>`
    select person.email, person.first_name as "firstName", person.type,
      (select session.host from session where session.provider_id = person.provider_id order by session_id desc limit 1) as host
    from provider person where person.provider_id = ${providerId}`.execute(tx);
  const [person] = rows;
  if (!person) return undefined;
  const news = await newsOf(
    tx,
    id,
    sql`exists (select from provider person where person.provider_id = ${providerId} and ${handlesThisRequest})`,
  );
  const reader = {
    to: person.email,
    firstName: person.firstName,
    choosesSite: !isPartner(person.type),
    host: person.host,
  };
  return { reader, news, topic: notifications.shipments.topic };
}

async function toPartner(tx: Tx, { id, partnerId }: Waiting): Promise<Written | undefined> {
  const partner = await tx
    .selectFrom('partner')
    .where('partner_id', '=', partnerId)
    .where('send_email', '=', true)
    .select('email')
    .forShare()
    .executeTakeFirst();
  if (!partner?.email) return undefined;
  const reader = { to: partner.email, firstName: null, choosesSite: false, host: null };
  return { reader, news: await newsOf(tx, id, sql`request.partner_id = ${partnerId}`), topic: 'to partners' };
}

const newsOf = async (tx: Tx, mailId: number, isTheirs: ReturnType<typeof sql>): Promise<News[]> =>
  (
    await sql<Omit<News, 'steps'> & { steps: { step: string; at: string }[] }>`
      select request.request_id as "requestId", request.site_id as "siteId",
        json_agg(json_build_object('step', told.step, 'at', told.taken_at) order by told.event_id) as steps
      from shipment_mail_step told join shipment_request request using (request_id)
      where told.mail_id = ${mailId} and ${isTheirs}
      group by request.request_id order by min(told.event_id)`.execute(tx)
  ).rows.map(({ steps, ...of }) => ({ ...of, steps: steps.map(({ step, at }) => ({ step, at: new Date(at) })) }));
