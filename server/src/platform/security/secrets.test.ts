import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { aSiteUser, givenParticipant } from '#test/house.ts';
import { openPortal } from '#test/portal.ts';
import { admitSecrets } from './secrets.ts';

test('P11-10 with another secret than the one that entries were proven with no portal is opened, so that none of them counts as forged', async () => {
  const portal = await openPortal();
  const { siteId, caller } = await aSiteUser(portal);
  expect((await caller.call(addParticipant, { body: givenParticipant(siteId) })).status).toBe(200);
  const another = { secret: Buffer.from('another-secret-of-32-characters-2026') };
  const opened = (more: object) => admitSecrets({ ...portal.app, env: { ...portal.app.env, ...another, ...more } }, []);
  const used = () => portal.rows('select secret_id from portal_secret');
  const before = await used();
  await expect(opened({ maySecretsBeMissing: false })).rejects.toThrow(
    'PORTAL_SECRET is not the one that this database was used with, and what was stored under that one cannot be read: please add it to PORTAL_EARLIER_SECRETS.',
  );
  expect(await used()).toEqual(before);
  await opened({ maySecretsBeMissing: false, earlierSecrets: [portal.app.env.secret] });
  expect(await used()).toHaveLength(2);
});
