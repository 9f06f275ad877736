/** What the database says of the ledger, and of itself. */
import type { World } from '../bench/world.ts';
import type { Attempt, Kind } from './load.ts';

/** How often each mark is there. */
const marks: Record<Kind, string> = {
  'participant added':
    'select subject_number as mark, count(*) as times from participant where company_id = $1 group by 1',
  'participant changed': `select change ->> 'new' as mark, count(*) as times from audit_entry, jsonb_array_elements(changes) change
    where company_id = $1 and action = 'participant.changed' and change ->> 'field' = 'first_name' and record_id in
      (select participant_id::text from participant where first_name = change ->> 'new') group by 1`,
  'request asked for':
    'select label as mark, count(distinct submission) as times from shipment_line join shipment_request using (request_id) where shipment_line.company_id = $1 group by 1',
  'request taken on': `select request_id || ':' || status as mark, count(*) as times from shipment_status_change where company_id = $1 group by 1`,
  'request shipped': `select left(tracking_number, -2) as mark, count(*) filter (where tracking_number like '%-A') as times from shipment_package where company_id = $1 group by 1`,
  'delivery confirmed': `select request_id || ':' || status as mark, count(*) as times from shipment_status_change where company_id = $1 group by 1`,
  'comment added': 'select text as mark, count(*) as times from shipment_comment where company_id = $1 group by 1',
  'reminder set': `select record_id || ':' || (change ->> 'new') as mark, count(*) as times from audit_entry, jsonb_array_elements(changes) change
    where company_id = $1 and action = 'shipment.reminder_set' and change ->> 'field' = 'next_order_on' and record_id || ':' || (change ->> 'new') in
      (select request_id || ':' || next_order_on from shipment_request where company_id = $1) group by 1`,
};

/** Acknowledged and not there; there more than once. */
export async function compare(
  world: World,
  companyId: number,
  ledger: readonly Attempt[],
): Promise<{ lost: Attempt[]; duplicated: Attempt[] }> {
  const lost: Attempt[] = [];
  const duplicated: Attempt[] = [];
  for (const [kind, text] of Object.entries(marks)) {
    const found = new Map(
      (await world.rows<{ mark: string; times: number }>(text, [companyId])).map(({ mark, times }) => [
        mark,
        Number(times),
      ]),
    );
    for (const attempt of ledger.filter((one) => one.kind === kind && one.outcome === 'acknowledged')) {
      const times = found.get(attempt.mark) ?? 0;
      if (times === 0) lost.push(attempt);
      if (times > 1) duplicated.push(attempt);
    }
  }
  return { lost, duplicated };
}

const audits = (kind: string, id: string, actions: string) =>
  `(select count(*) from audit_entry a where a.company_id = $1 and a.record_kind = '${kind}' and a.record_id = ${id}::text and a.action in (${actions}))`;
const events = (type: string, id: string) =>
  `(select count(*) from event e where e.company_id = $1 and e.type = '${type}' and (e.payload ->> 'id')::int = ${id})`;
const steps = `'shipment.moved', 'shipment.shipped'`;

/** What half-done work would look like: each statement gives the records that show it. */
const halves: Record<string, string> = {
  'requests without lines':
    'select 1 from shipment_request r where company_id = $1 and not exists (select from shipment_line where request_id = r.request_id)',
  'requests without participants':
    'select 1 from shipment_request r where company_id = $1 and not exists (select from shipment_participant where request_id = r.request_id)',
  'submits with a part of their lines': `select 1 from shipment_line l join shipment_request r using (request_id) where l.company_id = $1 group by r.submission
    having count(*) filter (where r.shipment_type = 'pharmacy') not in (0, 2) or count(*) filter (where r.shipment_type = 'wholesaler') not in (0, 2)`,
  'submits with a part of their requests': `select 1 from
    (select c ->> 'new' as submission, count(*) as told from audit_entry a, jsonb_array_elements(changes) c
      where a.company_id = $1 and a.action = 'shipment.created' and c ->> 'field' = 'submission' group by 1) submit
    where told <> (select count(*) from shipment_request r where r.submission = submit.submission::uuid)`,
  'requests whose history does not end in their status': `select 1 from shipment_request r where company_id = $1 and status is distinct from
    (select status from shipment_status_change h where h.request_id = r.request_id order by change_id desc limit 1)`,
  'requests shipped without packages': `select 1 from shipment_request r where company_id = $1 and status in ('shipped', 'received')
    and (select count(*) from shipment_package where request_id = r.request_id) <> 2`,
  'packages of requests that are not shipped': `select 1 from shipment_package join shipment_request r using (request_id) where r.company_id = $1 and r.status not in ('shipped', 'received')`,
  'packages without items':
    'select 1 from shipment_package p where company_id = $1 and not exists (select from package_item where package_id = p.package_id)',
  'participants whose audit entries do not add up': `select 1 from participant p where company_id = $1
    and (${audits('participant', 'p.participant_id', `'participant.added'`)} <> 1 or ${audits('participant', 'p.participant_id', `'participant.changed'`)} <> p.version - 1)`,
  'requests whose audit entries do not add up': `select 1 from shipment_request r where company_id = $1
    and (${audits('shipment_request', 'r.request_id', `'shipment.created'`)} <> 1 or ${audits('shipment_request', 'r.request_id', steps)} <> r.version - 1
      or (select count(*) from shipment_status_change h where h.request_id = r.request_id) <> r.version
      or ${audits('shipment_request', 'r.request_id', `'shipment.commented'`)} <> (select count(*) from shipment_comment c where c.request_id = r.request_id))`,
  'audit entries of nothing': `select 1 from audit_entry a where company_id = $1 and record_kind in ('participant', 'shipment_request') and not exists (
    select from participant where record_kind = 'participant' and participant_id::text = record_id
    union all select from shipment_request where record_kind = 'shipment_request' and request_id::text = record_id)`,
  'participants whose events do not add up': `select 1 from participant p where company_id = $1 and ${events('participant.changed', 'p.participant_id')} <> p.version`,
  'requests whose events do not add up': `select 1 from shipment_request r where company_id = $1
    and (${events('shipment.changed', 'r.request_id')} <> ${audits('shipment_request', 'r.request_id', `'shipment.created', 'shipment.reminder_set', ${steps}`)}
      or ${events('comment.added', 'r.request_id')} <> ${audits('shipment_request', 'r.request_id', `'shipment.commented'`)})`,
};

/** How many records show each kind of half-done work; only those that are there. */
export async function halfDone(
  world: World,
  companyId: number,
  ledger: readonly Attempt[],
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, text] of Object.entries(halves)) {
    const [row] = await world.rows<{ times: number }>(`select count(*) as times from (${text}) found`, [companyId]);
    found[name] = Number(row?.times);
  }
  const lines = new Map(
    (
      await world.rows<{ label: string; times: number }>(
        'select label, count(*) as times from shipment_line where company_id = $1 group by 1',
        [companyId],
      )
    ).map((row) => [row.label, Number(row.times)]),
  );
  found['submits with fewer lines than asked for'] = ledger.filter(
    ({ kind, outcome, mark, body }) =>
      kind === 'request asked for' &&
      outcome === 'acknowledged' &&
      lines.get(mark) !== (body as { products: unknown[] }).products.length,
  ).length;
  return Object.fromEntries(Object.entries(found).filter(([, times]) => times > 0));
}
