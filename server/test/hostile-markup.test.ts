import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  decideRecovery,
  forgotPassword,
  listRecoveries,
  resetPassword,
} from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery, confirmCode } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { markup } from '../../contract/test/hostile-markup.ts';
import { aPersonWithApp, challengeFor, forward, nextCode } from './factors.ts';
import { aBuiltWebApp } from './house.ts';
import { anInviter, sendInvitation } from './invitations.ts';
import { aPersonWithAccount, goodPassword } from './people.ts';
import { openPortal } from './portal.ts';

test('SEC-28 whatever a person or a company is called, their mails have the same elements, and the name stands in them as text', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const withApp = await aPersonWithApp(portal);
  const { companyId, email } = withApp;
  const forgetful = await aPersonWithAccount(portal, 'Site User', { companyId });
  const inviter = await anInviter(portal, companyId);
  const [admin] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [
    inviter.providerId,
  ]);

  /** The mails that go out when everybody of the company, and the company, is called so. */
  const mailsOf = async (name: string) => {
    await portal.rows('update company set name = $1 where company_id = $2', [name, companyId]);
    await portal.rows('update provider set first_name = $1, last_name = $1 where company_id = $2', [name, companyId]);
    await portal.rows('delete from message');
    forward(portal, 3_600_000);
    await sendInvitation(portal, inviter);
    const challenge = await challengeFor(portal, email);
    const headers = { 'user-agent': name };
    expect(
      (await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, withApp) }, headers })).status,
    ).toBe(200);
    await portal.call(forgotPassword, { body: { email: forgetful.email } });
    const [code] = await portal.rows<{ body: string }>('select body from message where recipient = $1', [
      forgetful.email,
    ]);
    const reset = { email: forgetful.email, code: /^\d{6}$/m.exec(code?.body ?? '')?.[0], password: goodPassword };
    expect((await portal.call(resetPassword, { body: reset })).status).toBe(200);
    await portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, email) } });
    const decider = await portal.signedIn(inviter.providerId);
    const [asked] = (await decider.call(listRecoveries)).reply.recoveries;
    await decider.call(decideRecovery, { body: { recoveryId: asked?.recoveryId, approved: 0, reason: name } });
    return portal.rows<{ recipient: string; subject: string; body: string; html: string }>(
      `select recipient, subject, body, html from message where channel = 'email' order by message_id`,
    );
  };
  const tagsOf = (html: string) => html.replaceAll(/register\?id=[\w-]{43}/g, 'register').match(/<[^>]*>/g);

  const plain = await mailsOf('Plain');
  expect(plain.length).toBeGreaterThanOrEqual(7);
  expect(plain.filter(({ html }) => html.includes('Plain')).length).toBeGreaterThanOrEqual(5);
  expect(plain.some(({ recipient, html }) => recipient === admin?.email && html.includes('Plain Plain'))).toBe(true);
  // Several in one name, each letter for letter: what a mail shows is made sign by sign.
  const names = Array.from({ length: Math.ceil(markup.length / 10) }, (_, n) =>
    markup.slice(10 * n, 10 * n + 10).join(' '),
  );
  for (const name of names) {
    const mails = await mailsOf(name);
    expect([name, mails.map(({ subject }) => subject)]).toEqual([name, plain.map(({ subject }) => subject)]);
    mails.forEach(({ html, body }, i) => {
      const like = plain[i]!;
      expect([name, tagsOf(html)]).toEqual([name, tagsOf(like.html)]);
      expect([name, body.includes(name)]).toEqual([name, like.body.includes('Plain')]);
      expect([name, html.includes(escaped(name))]).toEqual([name, like.html.includes('Plain')]);
    });
  }
});

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

test('SEC-28 BRN-01 whatever a brand is called, its pages have the same elements, and its data comes as it was written', async () => {
  const dist = aBuiltWebApp();
  const file = path.join(dist, 'brands.json');
  const table = path.join(import.meta.dirname, '../brands/brands.json');
  const [usual] = JSON.parse(readFileSync(table, 'utf8')) as [Record<string, unknown>];
  const names = ['Plain', markup.join(' '), ...markup, "$& $' $` $1", 'a\u2028b\u2029'];
  const saidBy = (text: string) => ({ name: text, title: text, phone: text, terms: text, companyName: text });
  const hostOf = (n: number) => `brand-${n}.test`;
  const brands = names.map((text, n) => ({
    ...usual,
    key: 'a'.repeat(n + 1),
    ...saidBy(text),
    logo: text,
    signInImage: text,
    favicon: text,
    hosts: [hostOf(n)],
  }));
  writeFileSync(file, JSON.stringify(brands));
  const portal = await openPortal({ BRANDS_FILE: file }, { dist });
  /** The page of the brand that is called so in everything it says, and what stands on it. */
  const pageOf = async (text: string) => {
    const said = saidBy(text);
    const headers = { host: hostOf(names.indexOf(text)) };
    const { body } = await portal.app.http.inject({ url: '/sign-in', headers });
    const data = /<script type="application\/json" id="portal">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    return {
      elements: body.replaceAll(/ (content|href)="[^"]*"/g, '').match(/<[^>]*>/g),
      brand: (JSON.parse(data) as { brand: object }).brand,
      said,
    };
  };
  const { elements } = await pageOf('Plain');
  for (const name of names) {
    const page = await pageOf(name);
    expect([name, page.elements]).toEqual([name, elements]);
    expect(page.brand).toMatchObject(page.said);
  }
});
