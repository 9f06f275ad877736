import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';
import * as shipping from './shipping.ts';
import { dialog, listed, section } from './shipping.ts';

const house = openHouse();

/** Two people at their screens of shipments, at the same time. */
async function twoAtWork(): Promise<{ boston: Person; pharmacy: Person }> {
  const [boston, pharmacy] = await Promise.all([house.newPerson(), house.newPerson()]);
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  return { boston, pharmacy };
}

/** What a person sends while they work: path and body of each writing call. */
function writesOf(person: Person): { path: string; body: Record<string, unknown> }[] {
  const writes: { path: string; body: Record<string, unknown> }[] = [];
  person.page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    if (asked.method() === 'GET' || !pathname.includes('shipping-request')) return;
    writes.push({ path: pathname, body: asked.postDataJSON() as Record<string, unknown> });
  });
  return writes;
}

test('SHP-13 SHC-21 SHC-28 SHF-01 SHF-02 SHF-03 SHF-07 SHF-08 SST-02 SST-06 SST-12 ROL-26 ROL-32 a site asks for a shipment, the pharmacy ships less than that of a lot it knows, the site confirms the delivery, each on their own screen without a reload', async () => {
  const { boston, pharmacy } = await twoAtWork();
  const [bostonWrites, pharmacyWrites] = [writesOf(boston), writesOf(pharmacy)];
  await shipping.openSite(boston, 'Boston General');
  expect(await boston.barriers()).toEqual([]);

  await boston.page.getByRole('button', { name: 'Create Shipment Request' }).click();
  await shipping.fillIn(boston, { shipTo: 'Trial site', subjectNumber: '101-011', product: 'Aurelix 50 mg, Tablet' });
  await dialog(boston, 'Create Shipment Request').getByText('Yuki Tanaka').waitFor();
  expect(await boston.barriers()).toEqual([]);
  const id = await shipping.submit(boston);
  await dialog(boston, 'Request Created').getByText('Expand the Pending Shipments section to view').waitFor();
  expect(await boston.barriers()).toEqual([]);
  await dialog(boston, 'Request Created').getByRole('button', { name: 'Okay' }).click();
  await listed(boston, 'Pending Shipments', id).getByText('Preprocessing', { exact: true }).waitFor();

  await listed(pharmacy, 'Pending Shipments', id).getByText('Preprocessing', { exact: true }).waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  await pharmacy.act(`Actions for request ${id}`, 'Mark as processing');
  expect(await pharmacy.barriers()).toEqual([]);
  await dialog(pharmacy, /as processing\?/)
    .getByRole('button', { name: 'Mark as processing' })
    .click();
  await listed(pharmacy, 'Pending Shipments', id).getByText('Processing', { exact: true }).waitFor();
  await listed(boston, 'Pending Shipments', id).getByText('Processing', { exact: true }).waitFor();

  await pharmacy.act(`Actions for request ${id}`, 'Confirm shipment');
  const products = dialog(pharmacy, /^Confirm Shipment Products/);
  const packages = dialog(pharmacy, /^Confirm Shipment Packages/);
  const review = dialog(pharmacy, /^Review Shipment/);
  await products.getByText('Step 1 of 3').waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  await products.getByRole('button', { name: 'To Packages' }).click();
  await packages.getByLabel('Courier').fill('ups');
  await packages.getByLabel('Tracking number').fill('1z 2');
  const lot = packages.getByLabel('Lot number');
  await lot.click();
  const offered = pharmacy.page.getByRole('listbox', { name: 'Lots shipped before' });
  const [number = ''] = (await offered.getByRole('option').first().innerText()).split('\n');
  expect(await pharmacy.barriers()).toEqual([]);
  await lot.fill(number);
  await packages.getByText(`As recorded for lot ${number}.`).waitFor();
  await packages.getByRole('textbox', { name: /^Quantity/ }).fill('1');
  await packages.getByText('1 short', { exact: true }).waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  await packages.getByRole('button', { name: 'Review' }).click();
  await review.getByText('Still missing: the tick that this shipment is short.').waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  await review.getByRole('checkbox', { name: /short/ }).check();
  await review.getByRole('button', { name: 'Submit' }).click();
  await listed(pharmacy, 'Partner-Completed Shipments', id).waitFor();

  await listed(boston, 'Partner-Completed Shipments', id).waitFor();
  await boston.act(`Actions for request ${id}`, 'Confirm delivery');
  const delivery = dialog(boston, /^Confirm delivery/);
  await delivery.getByRole('textbox', { name: 'Order received date' }).waitFor();
  expect(await boston.barriers()).toEqual([]);
  await delivery.getByRole('button', { name: 'Confirm delivery' }).click();
  await listed(boston, 'Shipment History', id).getByText('Received', { exact: true }).waitFor();
  await listed(pharmacy, 'Shipment History', id).getByText('Received', { exact: true }).waitFor();

  const day = new Date().toISOString().slice(0, 10);
  expect(bostonWrites).toEqual([
    { path: '/api/care-groups/clinical-trial/shipping-request', body: expect.objectContaining({ toParticipant: 0 }) },
    {
      path: expect.stringMatching(/shipping-request\/status$/),
      body: expect.objectContaining({ srId: id, status: 'received', dateOfStatusChange: day }),
    },
  ]);
  expect(pharmacyWrites).toEqual([
    {
      path: '/api/pharmacy-partner/shipping-request/status',
      body: expect.objectContaining({ srId: id, status: 'processing' }),
    },
    {
      path: '/api/pharmacy-partner/shipping-request/package',
      body: expect.objectContaining({
        srId: id,
        packages: [
          expect.objectContaining({
            courier: 'UPS',
            trackingNumber: '1Z 2',
            items: [
              expect.objectContaining({
                orderItemId: expect.any(Number),
                quantity: 1,
                lotNumber: number,
                expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
              }),
            ],
          }),
        ],
        replacements: [],
      }),
    },
  ]);
});

test('SST-07 SST-17 CMT-05 CMT-06 CMT-08 SDC-06 a pharmacy is asked for the proof of a delivery to a participant; a damaged delivery is reported by its site with a note and a photo, which the pharmacy sees on its own screen; the note is read once it was looked at, not by opening the request above it', async () => {
  const { boston, pharmacy } = await twoAtWork();
  await section(pharmacy, 'Partner-Completed Shipments')
    .getByRole('button', { name: /^Confirm delivery, request/ })
    .first()
    .click();
  await dialog(pharmacy, /^Confirm delivery/)
    .getByRole('button', { name: 'Confirm delivery' })
    .click();
  const proof = dialog(pharmacy, /^Upload proof of delivery/);
  await proof.waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  await proof.getByRole('button', { name: 'Not now' }).click();

  await shipping.openShipments(boston);
  const wanted = { subjectNumber: '101-008', product: 'Aurelix 100 mg, Tablet' };
  const id = await shipping.asked(boston, wanted);
  await shipping.shipped(pharmacy, id);
  await listed(boston, 'Partner-Completed Shipments', id).waitFor();
  await boston.act(`Actions for request ${id}`, 'Report delivery');
  const report = dialog(boston, /^Report delivery/);
  await report.getByRole('region', { name: 'What was sent' }).getByText('Lot L2701').waitFor();
  await report.getByRole('radio', { name: 'Damaged' }).check();
  await report.getByLabel('Note').fill('The box was wet.');
  const image = await boston.page.screenshot({ type: 'jpeg' });
  await report.getByLabel('Photos or PDF').setInputFiles({ name: 'box.jpg', mimeType: 'image/jpeg', buffer: image });
  expect(await boston.barriers()).toEqual([]);
  await report.getByRole('button', { name: 'Report delivery' }).click();
  const offer = dialog(boston, 'Request the products again?');
  await offer.waitFor();
  expect(await boston.barriers()).toEqual([]);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await listed(boston, 'Shipment History', id).getByText('Damaged', { exact: true }).waitFor();

  await listed(pharmacy, 'Shipment History', id).getByText('Damaged', { exact: true }).waitFor();
  const marks: string[] = [];
  pharmacy.page.on('request', (asked) => {
    if (asked.url().endsWith('/comments/metadata')) marks.push(asked.url());
  });
  const comments = (words: string) =>
    pharmacy.page.getByRole('button', { name: `Comments on request ${id}: ${words}`, exact: true });
  const openRequest = () =>
    listed(pharmacy, 'Shipment History', id)
      .getByRole('link', { name: `View request ${id}` })
      .click();
  const panel = dialog(pharmacy, `Request ${id}`);
  const note = panel.getByText('The box was wet.');
  await pharmacy.page.setViewportSize({ width: 1366, height: 768 });
  await pharmacy.page.clock.install();
  await openRequest();
  await note.waitFor();
  expect((await note.boundingBox())?.y).toBeGreaterThan(768);
  await pharmacy.page.clock.runFor(4_000);
  await pharmacy.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await pharmacy.page.reload();
  await comments('1 unread').waitFor();
  expect(marks).toEqual([]);
  await openRequest();
  const read = pharmacy.page.waitForResponse(/\/comments\/metadata$/);
  await panel.getByRole('button', { name: '1 unread comment' }).click();
  await expect.poll(async () => (await note.boundingBox())?.y).toBeLessThan(768);
  expect(await pharmacy.barriers()).toEqual([]);
  await read;
  await pharmacy.page.keyboard.press('Escape');
  await comments('1').waitFor();

  await pharmacy.act(`Actions for request ${id}`, 'Comments');
  await dialog(pharmacy, /^Comments/)
    .getByText('The box was wet.')
    .waitFor();
  await pharmacy.page.keyboard.press('Escape');
  await pharmacy.act(`Actions for request ${id}`, 'Documents');
  await dialog(pharmacy, /^Documents/)
    .getByRole('button', { name: /^box/ })
    .click();
  await dialog(pharmacy, 'box').locator('canvas').waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
});

test('SHP-14 PRV-01 without a live connection the lists are read anew every 20 seconds, and what has not changed does not travel again', async () => {
  const { boston, pharmacy } = { boston: await house.newPerson(), pharmacy: await house.newPerson() };
  pharmacy.mayFail(/\/api\/socket/);
  await pharmacy.context.route('**/api/socket/**', (route) => route.abort());
  await pharmacy.context.routeWebSocket('**/api/socket/**', (line) => line.close());
  await pharmacy.page.clock.install();
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  await section(pharmacy, 'Pending Shipments').getByRole('row').nth(1).waitFor();
  const wanted = { subjectNumber: '101-012', product: 'Aurelix 50 mg, Capsule' };
  const id = await shipping.asked(boston, wanted);
  expect(await listed(pharmacy, 'Pending Shipments', id).count()).toBe(0);
  // Waited for less than another 20 s, so that it is this reading that brings it.
  await pharmacy.page.clock.fastForward(20_000);
  await listed(pharmacy, 'Pending Shipments', id).waitFor({ timeout: 10_000 });
  // Twice: at the full hour a list is answered whole once more.
  const polls: number[] = [];
  for (let poll = 0; poll < 2; poll++) {
    const answer = pharmacy.page.waitForResponse(/\/shipping-requests\?/);
    await pharmacy.page.clock.fastForward(20_000);
    const response = await answer;
    polls.push(response.status());
    // Until the page has taken it, the next reading would be this one.
    await response.finished();
    await pharmacy.page.evaluate(
      () =>
        new Promise<void>((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done();
          port2.postMessage(null);
        }),
    );
  }
  expect(polls).toContain(304);
  expect(await listed(pharmacy, 'Pending Shipments', id).count()).toBe(1);
});

test('SST-02 when two of the pharmacy decide at the same moment one of them is told and only one change is made', async () => {
  const boston = await house.newPerson();
  const rivals = [await house.newPerson(), await house.newPerson()] as const;
  await Promise.all([
    boston.signIn('boston@meridian.example'),
    ...rivals.map((one) => one.signIn('pharmacy@meridian.example')),
  ]);
  await shipping.openShipments(boston);
  const wanted = { subjectNumber: '101-006', product: 'Aurelix 50 mg, Tablet' };
  const id = await shipping.asked(boston, wanted);
  for (const rival of rivals) rival.mayFail(/\/shipping-request\/status$/);
  const [first, second] = rivals;
  await Promise.all(rivals.map((rival) => listed(rival, 'Pending Shipments', id).waitFor()));
  await first.act(`Actions for request ${id}`, 'Mark as processing');
  await second.act(`Actions for request ${id}`, 'Cancel request');
  const answers = rivals.map((rival) => rival.page.waitForResponse(/\/shipping-request\/status$/));
  // Neither call goes on before both have pressed: the question of the second would notice what the first has done.
  const pressed = Promise.withResolvers<void>();
  let presses = 0;
  for (const { page } of rivals)
    await page.route(/\/shipping-request\/status$/, async (route) => {
      presses += 1;
      if (presses === 2) pressed.resolve();
      await pressed.promise;
      await route.continue();
    });
  await Promise.all([
    dialog(first, /as processing\?/)
      .getByRole('button', { name: 'Mark as processing' })
      .click(),
    dialog(second, /^Cancel request/)
      .getByRole('button', { name: 'Cancel request' })
      .click(),
  ]);
  const statuses = (await Promise.all(answers)).map((answer) => answer.status());
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);

  const loser = rivals[statuses.indexOf(409)] as Person;
  expect((await loser.page.getByRole('alert').innerText()).trim()).toMatch(/^[A-Z].{20,}\.$/s);
  expect(await loser.page.getByRole('dialog').count()).toBe(0);
  const winnersWord = statuses[0] === 200 ? 'processing' : 'cancelled';
  await listed(boston, winnersWord === 'processing' ? 'Pending Shipments' : 'Shipment History', id)
    .getByText(winnersWord, { exact: false })
    .waitFor();
  await boston.act(`Actions for request ${id}`, 'View');
  const history = dialog(boston, `Shipment request ${id}`).getByRole('region', { name: 'History' });
  await history.waitFor();
  expect(
    (await history.getByRole('paragraph').allInnerTexts()).map((line) => line.split(' ')[0]?.toLowerCase()),
  ).toEqual(['preprocessing', winnersWord]);
});

test('ROL-29 PRV-04 a wholesaler looks at its own requests and is never sent a subject number or a name', async () => {
  const wholesaler = await house.newPerson();
  const received: string[] = [];
  const reading: Promise<unknown>[] = [];
  wholesaler.context.on('response', (answer) => {
    if (!answer.url().includes('/api/')) return;
    reading.push(
      answer.text().then(
        (text) => received.push(`${answer.url()} ${text}`),
        () => undefined,
      ),
    );
  });
  await wholesaler.signIn('wholesaler@meridian.example');
  const pending = section(wholesaler, 'Pending Shipments');
  await pending.getByRole('row').nth(1).waitFor();
  expect(await wholesaler.barriers()).toEqual([]);
  await pending
    .getByRole('link', { name: /^View request/ })
    .first()
    .click();
  await wholesaler.page.getByRole('dialog').getByRole('region', { name: 'Packages' }).waitFor();
  await wholesaler.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await wholesaler.page
    .getByRole('button', { name: /^Comments on request/ })
    .first()
    .click();
  await wholesaler.page.getByRole('dialog').getByText('Noted. It will leave on Tuesday.').waitFor();
  await wholesaler.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const shown = await wholesaler.page.locator('body').innerText();

  await Promise.all(reading);
  expect(received.length).toBeGreaterThan(5);
  expect(received.filter((answer) => /wholesaler-partner\/shipping-request/.test(answer)).length).toBeGreaterThan(1);
  for (const { firstName, lastName, subjectNumber } of shipping.demoParticipants) {
    for (const text of [...received, shown]) {
      expect(text).not.toContain(subjectNumber);
      expect(text).not.toContain(`${firstName} ${lastName}`);
      expect(text).not.toContain(`${lastName}, ${firstName}`);
      expect(text).not.toContain(`"${lastName}"`);
    }
  }
});
