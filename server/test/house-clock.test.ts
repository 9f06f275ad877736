import { confirmCode, me, renewSession } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { makeClock } from '#platform/core/clock.ts';
import { sweep } from '#rooms/identity/sessions/sweep.ts';
import { aPersonWithApp, challengeFor, nextCode } from './factors.ts';
import { holding, renewing } from './people.ts';
import { openPortal } from './portal.ts';

const minutes = 60_000;

/** A portal, and another process of it on a machine whose clock is wrong. */
async function aPortalBesideOneThatIs(ahead: number) {
  const portal = await openPortal();
  const wrong = await openPortal({}, { beside: portal, clock: makeClock(() => Date.now() + ahead) });
  return { portal, wrong };
}

test.each([20 * minutes, -20 * minutes])(
  'REL-10 SEC-04 SEC-03 a process whose clock is %i ms ahead ends nobody’s session, serves its callers, and goes on with what another one began',
  async (ahead) => {
    const { portal, wrong } = await aPortalBesideOneThatIs(ahead);
    const person = await aPersonWithApp(portal);
    const headers = { host: 'localhost', authorization: `Bearer ${person.token}` };
    const served = async () => [
      (await portal.call(me, { headers })).status,
      (await wrong.call(me, { headers })).status,
    ];
    expect(await served()).toEqual([200, 200]);
    await sweep(wrong.app);
    await sweep(portal.app);
    expect(await served()).toEqual([200, 200]);
    expect(await portal.rows('select from session where ended_at is not null')).toEqual([]);

    // Half of a sign-in here, half there; and what one renews, the other takes.
    const challenge = await challengeFor(wrong, person.email);
    const code = nextCode(portal, person);
    const signedIn = holding(portal, 'localhost', await portal.call(confirmCode, { body: { challenge, code } }));
    const renewed = holding(
      portal,
      'localhost',
      await wrong.call(renewSession, { body: {}, headers: renewing(signedIn) }),
    );
    expect((await renewed.call(me)).status).toBe(200);
  },
);

test('REL-10 a clock that is set while the portal runs moves no time of it', () => {
  let setBy = 0;
  const clock = makeClock(() => Date.now() + setBy);
  setBy = 20 * minutes;
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
});
