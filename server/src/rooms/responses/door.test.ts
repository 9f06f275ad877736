import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { anAskingClinic, ways } from '#test/responses.ts';
import { codeForEvent, storeResponse } from './door.ts';

const dayMs = 86_400_000;

async function aPatientWhoIsAsked(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  const s = await anAskingClinic(portal);
  const patientId = await s.anActivePatient();
  const eventId = await s.event(patientId);
  const act = <T>(work: (act: ReturnType<typeof actOf>) => Promise<T>, of: typeof portal = portal): Promise<T> =>
    of.app.database.inCompany(s.companyId, (tx) =>
      work(
        actOf(tx, of.app.clock, {
          companyId: s.companyId,
          providerId: null,
          firstName: 'System',
          lastName: '',
          type: 'System',
          host: 'local',
          requestId: 'test',
        }) as never,
      ),
    );
  const code = (of: typeof portal = portal) => act(async (one) => (await codeForEvent(one, eventId)).code, of);
  return { ...s, portal, patientId, eventId, act, code };
}

test('an event has one code, also of two reminders at once and under a new secret of the installation; its hash alone is kept', async () => {
  const s = await aPatientWhoIsAsked();
  const codes = await Promise.all(Array.from({ length: 8 }, () => s.code()));
  expect(new Set(codes).size).toBe(1);
  expect(codes[0]).toMatch(/^[\w-]{43}$/);
  const [kept] = await s.rows<{ row: string }>('select to_jsonb(respond_code)::text as row from respond_code');
  expect(kept?.row).not.toContain(codes[0]);
  await s.stop();
  const later = await openPortal(
    {
      PORTAL_SECRET: 'another-secret-of-32-characters-4711',
      PORTAL_EARLIER_SECRETS: s.portal.app.env.secret.toString(),
    },
    { beside: s.portal },
  );
  expect(await s.code(later)).toBe(codes[0]);
});

test('a link that is dead is followed by another one, and an event that is over has none', async () => {
  const s = await aPatientWhoIsAsked();
  const first = await s.code();
  await s.rows('update respond_code set tries_left = 0');
  const second = await s.code();
  expect(second).not.toBe(first);
  s.portal.app.clock.set(new Date(s.portal.app.clock.now().getTime() + 31 * dayMs));
  const third = await s.code();
  expect(third).not.toBe(second);
  expect(await s.code()).toBe(third);
  await s.rows('update survey_event set ended_at = now()');
  expect(await s.rows('select from respond_code')).toHaveLength(0);
  await expect(s.code()).rejects.toMatchObject({ code: 'response.event_over' });
});

test('a response is stored by other rooms with its flags, at the time they say, once', async () => {
  onItsOwn();
  const s = await aPatientWhoIsAsked();
  const completedAt = new Date('2026-02-03T10:00:00Z');
  const answers = Object.entries(ways.flagged).map(([number, answer]) => ({ questionNum: Number(number), answer }));
  const given = { surveyEventId: s.eventId, providerId: null, answers, claimedAt: completedAt, completedAt };
  const stored = await s.act((act) => storeResponse(act, given));
  expect(stored.flagged).toEqual([1, 2, 4]);
  expect(await s.rows('select question_num, opened_at from flagged_answer order by question_num')).toEqual(
    [1, 2, 4].map((question_num) => ({ question_num, opened_at: completedAt })),
  );
  expect(await s.rows('select answered_at from survey_event')).toEqual([{ answered_at: completedAt }]);
  await expect(s.act((act) => storeResponse(act, given))).rejects.toMatchObject({ code: 'response.exists' });
});
