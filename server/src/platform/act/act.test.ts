import { expect, test } from 'vitest';
import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';
import { keptFiles } from '#test/house.ts';
import { openPortal } from '#test/portal.ts';
import { type Act, actOf } from './act.ts';

test('SEC-22 P11-09 an act that has ended does nothing more, not even nothing, and brings nothing into the file store', async () => {
  const portal = await openPortal();
  const { clock, database, files } = portal.app;
  const companyId = await portal.aCompany();
  const person = {
    companyId,
    providerId: null,
    firstName: 'Ada',
    lastName: '',
    type: 'Admin',
    host: 'x',
    requestId: 'r',
  };
  const seen: string[] = [];
  const jobNamed = (name: string) => job({ name, payload: z.object({}) });
  const usesOf = (act: Act<typeof person>, jobName: string) => ({
    now: () => act.now(),
    today: () => act.today(),
    record: () => act.record(),
    announce: () => act.announce(),
    enqueue: () => act.enqueue(jobNamed(jobName), {}),
    sendMail: () => act.sendMail({ to: 'ada@portal.example', subject: 'x', text: 'x' }),
    sendText: () => act.sendText({ to: '+16175550100', text: 'x' }),
    logRead: () => act.logRead('provider', []),
    keep: () => act.files.keep(Buffer.from('x'), 'text/plain'),
    get: () => act.files.get('x'),
    read: () => act.files.read('x'),
  });
  const ended: Record<string, () => unknown>[] = [];
  const work = async (act: Act<typeof person>, fails: boolean) => {
    const { tx: _, viewer: __, files: ___, ...own } = act;
    const uses = usesOf(act, fails ? 'never' : 'remind');
    // A member that this test does not know would go unproven.
    expect(Object.keys(uses)).toEqual(expect.arrayContaining([...Object.keys(own), ...Object.keys(act.files)]));
    ended.push(uses);
    if (fails) throw new Error('undone');
    for (const [name, step] of Object.entries(uses)) if (!['get', 'read'].includes(name)) await step();
  };
  const logRead = (kind: string) => void seen.push(kind);
  const run = (fails: boolean) =>
    database.inCompany(companyId, (tx) => work(actOf(tx, clock, person, { files, logRead }), fails));
  await run(false);
  await expect(run(true)).rejects.toThrow('undone');
  const left = async () => ({
    files: (await keptFiles(portal)).length,
    messages: (await portal.rows('select from message')).length,
    queues: (await portal.rows<{ name: string }>('select name from pgboss.queue')).map(({ name }) => name),
    jobs: (await portal.rows('select from pgboss.job')).length,
    seen: seen.length,
  });
  const before = await left();
  expect(before).toEqual({ files: 1, messages: 2, queues: ['remind'], jobs: 1, seen: 1 });
  for (const uses of ended)
    for (const [name, step] of Object.entries(uses))
      await expect((async () => step())(), name).rejects.toThrow('the transaction has ended');
  expect(await left()).toEqual(before);
});
