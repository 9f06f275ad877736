import { expect, test } from 'vitest';
import { admitSecrets } from '#platform/security/secrets.ts';
import { onlyHere } from '#test/audit-trail.ts';
import { waitingEntries } from './waiting-entries.ts';

test('P11-10 PRV-07 with another secret than the one that waiting entries were proven with no portal is opened, so that none of them counts as forged; linked ones need it no more', async () => {
  const { portal, database, write, link } = await onlyHere();
  await write();
  const another = Buffer.from('another-secret-of-32-characters-2026');
  const opened = (more: object) => {
    const env = { ...portal.app.env, secret: another, maySecretsBeMissing: false, ...more };
    return admitSecrets({ ...portal.app, database, env }, [waitingEntries({ database, env })], { serves: true });
  };
  const used = async () => (await portal.rows('select secret_id from portal_secret')).length;
  await expect(opened({})).rejects.toThrow(
    'PORTAL_SECRET is not the one that this database was used with, and what was stored under that one cannot be read: please add it to PORTAL_EARLIER_SECRETS.',
  );
  expect(await used()).toBe(1);
  await opened({ earlierSecrets: [portal.app.env.secret] });
  expect(await used()).toBe(2);
  await link();
  await opened({});
});
