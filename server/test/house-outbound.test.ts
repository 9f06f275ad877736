/** Whom the server turns to while people plant addresses in what they write (SEC-33). */
import { once } from 'node:events';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { printCard, sendCard } from '@portal/contract/cards/endpoints.ts';
import * as brands from '@portal/contract/companies/brand-endpoints.ts';
import * as slips from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { inviteUser } from '@portal/contract/providers/user-endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeWorkers } from '#platform/core/workers.ts';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { smtpMailer } from '#platform/jobs/mail.ts';
import { openHostileHouse } from './hostile-house.ts';
import { sendInBodies } from './hostile-send.ts';
import { aPng } from './image-corpus.ts';
import { aMailServer } from './mail-server.ts';
import { openOrderForms } from './order-forms.ts';
import { catalog, page, pages, pdfOf, stream } from './pdfs.ts';
import { onItsOwn, type Portal } from './portal.ts';
import { textOf, valuesOf } from './read-pdf.ts';

const plantedHost = 'planted.trap.example';

/** In each of the ways in which a connection can be asked for. */
function placeOf([first, second]: unknown[]): string {
  if (typeof first === 'string') return first;
  const {
    path,
    host = 'localhost',
    port,
  } = typeof first === 'number'
    ? { path: undefined, host: second, port: first }
    : (first as Partial<net.TcpNetConnectOpts & net.IpcNetConnectOpts>);
  return path ?? `${String(host)}:${port}`;
}

/** A server that nobody has configured, and a record of every connection and name that this process asks for. Work of workers meets the server alone. */
async function openTrap() {
  let asked = 0;
  const server = net.createServer((socket) => {
    asked += 1;
    socket.on('error', () => {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [connections, names]: [string[], string[]] = [[], []];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the socket that it is asked of
  const { connect } = net.Socket.prototype;
  const connecting = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...given: unknown[]
  ) {
    connections.push(placeOf(Array.isArray(given[0]) ? given[0] : given));
    return Reflect.apply(connect, this, given) as net.Socket;
  } as typeof connect);
  const looking = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype].flatMap((place) =>
    (['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny'] as const).flatMap((name) => {
      const of = place as unknown as Record<string, (...given: unknown[]) => unknown>;
      const before = of[name];
      if (!before) return [];
      const noting = function (this: unknown, ...given: unknown[]) {
        names.push(String(given[0]));
        return Reflect.apply(before, this, given);
      };
      return [vi.spyOn(of, name).mockImplementation(noting)];
    }),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    connecting.mockRestore();
    for (const one of looking) one.mockRestore();
    syncBuiltinESMExports();
    server.close();
  });
  const address = `127.0.0.1:${port}`;
  return {
    address,
    asked: () => asked,
    connections,
    names,
    /** As somebody writes it who hopes that it is fetched. */
    planted: [
      `http://${address}/a.png`,
      `<img src="//${address}/b.png">`,
      `http://${plantedHost}/c.png`,
      `//${address}/d`,
      `![x](http://${address}/e.png)`,
      `url(http://${address}/f)`,
      `<link href="http://${plantedHost}/g" rel="stylesheet">`,
      `\\\\${plantedHost}\\h`,
    ],
  };
}

/** What was asked for beside the database and whoever else is configured. */
function unexpected(trap: Awaited<ReturnType<typeof openTrap>>, { connection }: Portal, configured: string[] = []) {
  const { host = '', port } = connection;
  const known = [`${host}:${port}`, `${host}/.s.PGSQL.${port}`, ...configured];
  return {
    connections: [...new Set(trap.connections)].filter((one) => !known.includes(one)),
    names: trap.names.filter((name) => name !== host && net.isIP(name) === 0),
    asked: trap.asked(),
  };
}
const nobody = { connections: [], names: [], asked: 0 };

/** Hands over every mail that waits: how many arrived, and how many of them say this. */
async function deliver(portal: Portal, words: string) {
  const server = await aMailServer();
  const mailer = smtpMailer(`smtp://127.0.0.1:${server.port}`, 'help@portal.example');
  await deliverDue(portal.app, mailer);
  mailer.close();
  // In a mail a line may be broken, and some letters are written as numbers.
  const plain = server.arrived.map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  return {
    server: `127.0.0.1:${server.port}`,
    arrived: plain.length,
    saying: plain.filter((text) => text.includes(words)).length,
  };
}

test('SEC-33 the trap of these tests sees a call, a connection and a name of this process, and a call of a worker', async () => {
  const trap = await openTrap();
  await fetch(`http://${trap.address}/`).catch(() => {});
  expect([trap.asked(), trap.connections]).toEqual([1, [trap.address]]);
  await fetch(`http://localhost:${trap.address.split(':')[1]}/`).catch(() => {});
  expect(trap.names).toEqual(['localhost']);
  expect(trap.connections).toHaveLength(2);
  await new dns.promises.Resolver({ timeout: 1, tries: 1 }).resolve4(plantedHost).catch(() => {});
  expect(trap.names).toEqual(['localhost', plantedHost]);
  const before = trap.asked();
  const code = `export const work = (url) => () => fetch(url).catch(() => {}).then(() => 'asked')`;
  const ask = makeWorkers(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { memoryMb: 64, restMs: 0 });
  expect(await ask(`http://${trap.address}/`, 30_000)).toBe('asked');
  expect(trap.asked()).toBe(before + 1);
});

test('SEC-33 addresses planted in any text field of any call are asked by nobody, nor while the mails of these calls are made and handed over', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const house = await openHostileHouse();
  const trap = await openTrap();
  const told = await sendInBodies(house, trap.planted.slice(0, 3));
  // So that this says something: the addresses were taken, by these many fields.
  expect(told.fields.length).toBeGreaterThan(45);
  expect(told.found).toBeGreaterThan(100);
  const { server, arrived } = await deliver(house, trap.address);
  expect(arrived).toBeGreaterThan(20);
  expect(unexpected(trap, house, [server])).toEqual(nobody);
});

test('SEC-33 planted addresses stand in the card, the slip, the order form and the mails, and nobody has asked them; those of images are refused', {
  timeout: 120_000,
}, async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { companyId, trialId, siteId } = s;
  const { admin, siteUser, pharmacist } = s.people;
  await s.rows(`insert into company_module (company_id, name) values ($1, 'BrandManagement') on conflict do nothing`, [
    companyId,
  ]);
  const trap = await openTrap();
  const [url, image, named, bare] = trap.planted as [string, string, string, string];

  // Of a brand: images by address and with addresses within, terms that refer to other files.
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`).toString('base64');
  for (const [endpoint, body] of [
    [brands.setLogo, { imageUrl: url }],
    [brands.setLogo, { imageUrl: named }],
    [brands.setLogo, { filename: url, contentType: 'image/svg+xml', data: svg }],
    [brands.addPublicImage, { filename: url, contentType: 'image/svg+xml', data: svg }],
    [brands.addBrand, { companyName: url, termDocId: 1, brandHeaderUrl: url }],
  ] as const)
    expect((await admin.call(endpoint as never, { body: { company_id: companyId, ...body } as never })).status).toBe(
      400,
    );
  const imageOf = { filename: url, contentType: url, data: aPng(8, 8).toString('base64') };
  const kept = await admin.call(brands.addPublicImage, { body: { company_id: companyId, ...imageOf } });
  expect(kept.status).toBe(200);
  const pdfs = {
    linked: pdfOf([
      catalog(),
      pages,
      page(`/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${url}) >> >>]`),
    ]),
    elsewhere: pdfOf([catalog(), pages, page('/Contents 4 0 R'), stream('', `/F << /FS /URL /F (${url}) >>`)]),
  };
  const documents: number[] = [];
  for (const data of Object.values(pdfs)) {
    const terms = { filename: 'terms.pdf', contentType: 'application/pdf' as const, data: data.toString('base64') };
    const answer = await admin.call(brands.addTerms, { body: { company_id: companyId, ...terms } });
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 200) documents.push(answer.reply.documentId);
  }
  const own = await admin.call(brands.addBrand, {
    body: {
      company_id: companyId,
      companyName: url,
      shortName: bare,
      senderEmailName: named,
      termsURL: url,
      termDocId: documents[0] as number,
      brandHeaderUrl: kept.reply.imageUrl,
      alerts: [{ message: image, severity: 'info' }],
    } as never,
  });
  expect([own.status, own.message]).toEqual([200, undefined]);

  // The card of a participant.
  await s.rows(
    'update care_group set name = $2, display_name = $2, has_card = true, outreach_preference = true where care_group_id = $1',
    [trialId, url],
  );
  await s.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants,
       claim_submissions, pharmacy_instructions, card_introduction, contact_info)
     values ($1, $2, '610020', 'PCN1', 'GRP1', 'Name:', 'ID:', $3, $4, $5, $6, $3)
     on conflict (care_group_id) do update set participants = $3, claim_submissions = $4, pharmacy_instructions = $5, card_introduction = $6, contact_info = $3`,
    [trialId, companyId, url, bare, named, image],
  );
  await s.rows(
    `update participant set first_name = $2, last_name = $3, email = 'ada@clinic.example' where participant_id = $1`,
    [s.ada, url, bare],
  );
  const participant = { g_id: siteId, participant_id: s.ada };
  const card = await siteUser.call(printCard, { query: participant });
  expect([card.status, card.message]).toEqual([200, undefined]);
  expect((await textOf(Buffer.from(card.reply.data, 'base64'))).text).toContain(trap.address);
  expect((await siteUser.call(sendCard, { body: { ...participant, contactType: 'Email' } })).status).toBe(200);

  // A request, its order form and its packing slip.
  const { srId, orderForms } = await s.asked({
    toParticipant: 1,
    participants: [s.subject('717-919', s.ada)],
    products: [s.line(s.tablet, { directions: image })],
    address: { street: url, street2: bare, city: named, state: 'Oregon', zip: '97301', country: 'USA' },
  });
  const values = await valuesOf(await s.contentOf(orderForms[0]!.docId));
  expect(Object.values(values).join('\n')).toContain(trap.address);
  const item = s.item(s.tablet, { lotNumber: 'LOT-7', quantity: 4 });
  const packages = [s.package_([item], { courier: url, trackingNumber: url })];
  await s.put(srId, { status: 'preprocessing' });
  const shipped = await pharmacist.call(shipByPharmacy, { body: { srId, packages } });
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  const slip = await siteUser.call(slips.slipForSite, { query: { srId } });
  expect(slip.status).toBe(200);
  expect((await textOf(Buffer.from(slip.reply.data, 'base64'))).text).toContain(trap.address);

  const gIds = [siteId];
  const person = { providerType: 'Site User', defaultListing: 0, adminRights: 0, prescriber: 0, sponsorId: null };
  const invited = await admin.call(inviteUser, {
    body: { companyId, gIds, email: `new@${plantedHost}`, ...person } as never,
  });
  expect(invited.status).toBe(200);
  const { server, arrived, saying } = await deliver(s, trap.address);
  expect(arrived).toBeGreaterThanOrEqual(2);
  expect(saying).toBeGreaterThan(0);
  expect(unexpected(trap, s, [server])).toEqual(nobody);
});
