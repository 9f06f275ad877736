import { me } from '@portal/contract/identity/endpoints.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { changeOwnDetails } from '@portal/contract/providers/own-endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';

const before = { fName: 'Ada', lName: 'Lind', phone: '+16175550123', preferredContact: 0, dateLanguage: null };
const wanted = { fName: 'Ada', lName: 'Lind-Moreau', phone: '+33142685300', preferredContact: 1, dateLanguage: 'fr' };

/** Somebody of a company, and a colleague and a stranger beside them. */
async function open() {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard']);
  const named = { first_name: 'Ada', last_name: 'Lind', phone: '+16175550123' };
  const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId, ...named }));
  const colleague = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const stranger = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  const change = (body: object = {}, who = person) =>
    who.call(changeOwnDetails, { body: { cp_id: person.providerId, ...wanted, ...body } });
  const own = async () => (await person.call(readProvider, { query: { cp_id: person.providerId } })).reply.provider;
  const row = async () => (await portal.rows('select * from provider where provider_id = $1', [person.providerId]))[0];
  return { portal, companyId, person, colleague, stranger, change, own, row };
}

test('ACC-01 SCN-04 a person changes name, phone, preferred contact and language of dates, and the next call has them', async () => {
  const s = await open();
  expect(await s.own()).toMatchObject({ ...before, version: 1 });
  const saved = await s.change({ version: 1 });
  expect([saved.status, saved.body]).toEqual([200, { message: 'Saved.', version: 2 }]);
  expect(await s.own()).toMatchObject({ ...wanted, version: 2 });
  expect((await s.person.call(me)).reply).toMatchObject({ fName: 'Ada', lName: 'Lind-Moreau', phone: '+33142685300' });
  expect(await s.row()).toMatchObject({ preferred_contact: 1, date_language: 'fr' });
  // What is left empty is taken away again.
  const without = { phone: null, preferredContact: 0, dateLanguage: null };
  expect((await s.change({ ...without, version: 2 })).status).toBe(200);
  expect(await s.own()).toMatchObject({ ...without, version: 3 });
});

test('P11-11 P11-17 PRV-08 every earlier value stays in the audit trail, and what was done before keeps the name of that day', async () => {
  onItsOwn();
  const s = await open();
  for (const lName of ['Lind-Moreau', 'Moreau', 'Moreau']) await s.change({ lName });
  expect(
    await s.portal.rows(
      `select action, actor_name, changes from audit_entry where record_kind = 'provider' and record_id = $1 order by seq`,
      [String(s.person.providerId)],
    ),
  ).toEqual([
    {
      action: 'provider.own_changed',
      actor_name: 'Ada Lind',
      changes: [
        { field: 'last_name', old: 'Lind', new: 'Lind-Moreau' },
        { field: 'phone', old: '+16175550123', new: '+33142685300' },
        { field: 'preferred_contact', old: 0, new: 1 },
        { field: 'date_language', old: null, new: 'fr' },
        { field: 'page', new: '/account' },
      ],
    },
    {
      action: 'provider.own_changed',
      actor_name: 'Ada Lind-Moreau',
      changes: [{ field: 'last_name', old: 'Lind-Moreau', new: 'Moreau' }],
    },
  ]);
  expect(await s.portal.rows(`select payload from event where type = 'provider.changed' order by event_id`)).toEqual(
    Array.from({ length: 2 }, () => ({ payload: { id: s.person.providerId, careGroupIds: [] } })),
  );
});

test.each([
  ['a first name of blanks', { fName: ' \u00a0 ' }, 'fName', 'is required'],
  ['a last name of 33 letters', { lName: 'x'.repeat(33) }, 'lName', 'is too long (maximum is 32 characters)'],
  ['a phone that is none', { phone: '+1617555' }, 'phone', 'Invalid phone number'],
  ['a phone in words', { phone: 'call me' }, 'phone', 'Invalid phone number'],
  ['text without a phone', { phone: null }, 'phone', 'is required to receive texts'],
  ['text with an empty phone', { phone: ' ' }, 'phone', 'is required to receive texts'],
  ['another preferred contact', { preferredContact: 2 }, 'preferredContact', 'must be 0 or 1'],
  ['another language', { dateLanguage: 'nl' }, 'dateLanguage', 'must be one of the languages'],
])('SCN-03 SCN-04 %s is refused at its field, and nothing is stored', async (_what, part, field, said) => {
  const s = await open();
  const refused = await s.change(part);
  expect([refused.status, refused.code, refused.fields]).toEqual([400, 'invalid', { [field]: said }]);
  expect(await s.own()).toMatchObject({ ...before, version: 1 });
});

test('a phone that was stored before today’s rules is kept by whoever does not change it', async () => {
  const s = await open();
  await s.portal.rows(`update provider set phone = '617 555' where provider_id = $1`, [s.person.providerId]);
  expect((await s.change({ phone: '617 555' })).status).toBe(200);
  expect(await s.own()).toMatchObject({ lName: 'Lind-Moreau', phone: '617 555' });
});

test('SEC-25 nobody changes somebody else’s details, nor anything else of their own', async () => {
  const s = await open();
  for (const who of [s.colleague, s.stranger]) {
    const refused = await s.change({}, who);
    expect([refused.status, refused.code]).toEqual([403, 'forbidden']);
  }
  const nobody = await s.portal.call(changeOwnDetails, { body: { cp_id: s.person.providerId, ...wanted } });
  expect(nobody.status).toBe(401);
  for (const field of ['email', 'type', 'adminRights', 'prescriber', 'companyId', 'isActive']) {
    const refused = await s.change({ [field]: 1 });
    expect([field, refused.status]).toEqual([field, 400]);
  }
  expect(await s.own()).toMatchObject({ ...before, version: 1 });
  expect(await s.row()).toMatchObject({ type: 'Nurse', admin_rights: false, is_prescriber: false, is_active: true });
});

test('REL-07 of two windows that save at once with the same version one does, and the other is shown what stands now', async () => {
  const s = await open();
  const names = ['Moreau', 'Lind-Moreau'];
  const answers = await Promise.all(names.map((lName) => s.change({ lName, version: 1 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const lost = answers.find(({ status }) => status === 409);
  const lName = names[answers.findIndex(({ status }) => status === 200)];
  expect(lost?.body).toMatchObject({ code: 'stale', detail: { current: { ...wanted, lName, version: 2 } } });
  expect(await s.own()).toMatchObject({ lName, version: 2 });
});
