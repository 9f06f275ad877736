/** SEC-28: what an administrator may write into a brand, and where people of the company, and strangers, come to read it. */
import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { expect, test, vi } from 'vitest';
import { markup } from '../../contract/test/hostile-markup.ts';
import { giveHosts } from '../src/rooms/companies/door.ts';
import { aBrandedCompany } from './brands.ts';
import { aBuiltWebApp } from './house.ts';
import { mailsTo } from './mails.ts';
import { aPersonWithAccount } from './people.ts';
import { openPortal, type Portal } from './portal.ts';

const host = 'portal.northern.example';
const signs = {
  markup,
  bidi: ['Nor\u202ethern', '\u2066Lights\u2069', 'a\u200bb', '\u202e\u202d', 'gnp.\u202egol'],
  lines: ['Northern\nBcc: evil@evil.example', 'Northern\r\nLights', 'North\u2028ern'],
  control: ['Nor\u0000thern', 'a\u001b[31mb', '\u0007'],
  links: [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>x</script>',
    'vbscript:x',
    '//evil.example',
    'file:///etc/passwd',
    'https:',
    'java\nscript:alert(1)',
  ],
  images: [
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'data:image/svg+xml,<svg onload=x>',
    'javascript:alert(1)',
    `/images/../${'0'.repeat(32)}`,
    `/images/${'0'.repeat(32)}"onerror="x`,
    '/brands/default/logo.svg',
  ],
  colours: [
    'red',
    '#fff',
    '#0f6b6b80',
    'url(//evil.example)',
    '#0f6b6b;background:url(//evil.example)',
    '#0f6b6b}body{display:none',
    'var(--x)',
    'expression(alert(1))',
    '#00000\u0660',
    '</style><script>x</script>',
  ],
};
const words = [...signs.markup, ...signs.bidi, ...signs.lines, ...signs.control];
/** How often it is refused where nothing of the kind is let in at all. */
const never = ['refused'];

/** Every field that is written, what is tried in it, and what may come of it. */
const fields: [field: string, tried: readonly string[], ends: readonly string[]][] = [
  ['companyName', words, ['refused', 'kept', 'tidied']],
  ['shortName', words, ['refused', 'kept', 'tidied']],
  ['senderEmailName', words, ['refused', 'kept', 'tidied']],
  ['brandKey', words, ['refused', 'kept']],
  ['termsURL', [...signs.links, ...signs.markup], never],
  ['email', [...words, ...signs.links], never],
  ['supportNumber', [...words, ...signs.links], never],
  ['contactFax', [...words, ...signs.links], never],
  ['logo', [...signs.images, ...words], never],
  ['favicon', [...signs.images, ...words], never],
  ['signInImage', [...signs.images, ...words], never],
  ['brandHeaderUrl', [...signs.images, ...words], never],
  ['primaryColour', [...signs.colours, ...words], never],
  ['alert', words, ['refused', 'kept']],
];

async function aBrandOnItsHost() {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const company = await aBrandedCompany(portal);
  const { brandId } = (await company.add({ companyName: 'Northern Lights' })).reply;
  await portal.rows('insert into host_brand (host, company_id, brand_id, given_at) values ($1, $2, $3, now())', [
    host,
    company.companyId,
    brandId,
  ]);
  const { email } = await aPersonWithAccount(portal, 'Other', { companyId: company.companyId });
  await giveHosts(portal.app);
  return { portal, ...company, brandId, email };
}

const tagsOf = (html: string) => (html.match(/<\/?[a-z!][^\s>]*/gi) ?? []).map((tag) => tag.toLowerCase());

/** What stands where people read: the page before they sign in, what it asks, and a mail. */
async function readingSides(portal: Portal, email: string) {
  const { body } = await portal.app.http.inject({ url: '/sign-in', headers: { host } });
  const asked = await portal.call(brandOfHost, { headers: { host } });
  await portal.rows('delete from message');
  await portal.rows('delete from password_reset');
  await portal.call(forgotPassword, { body: { email }, headers: { host } });
  const [mail] = await mailsTo(portal, email);
  return { page: body, brand: asked.reply, mail };
}

test('SEC-28 SEC-26 BST-05 each field of a brand refuses what has no place in it, and shows the rest as text on the page to sign in and in a mail', {
  timeout: 300_000,
}, async () => {
  const { portal, change, read, brandId, email } = await aBrandOnItsHost();
  const plain = await readingSides(portal, email);
  const wrong: unknown[] = [];
  for (const [field, tried, ends] of fields) {
    const seen = new Set<string>();
    for (const given of tried) {
      const sent = field === 'alert' ? { alerts: [{ message: given, severity: 'info' }] } : { [field]: given };
      const answer = await change({ brandId, ...sent });
      const [brand] = await read(brandId);
      const stored = field === 'alert' ? brand?.alerts[0]?.message : brand?.[field as 'companyName'];
      const end = answer.status !== 200 ? 'refused' : stored === given.trim() ? 'kept' : 'tidied';
      seen.add(end);
      if (!ends.includes(end)) wrong.push([field, given, end, stored]);
      // A colour that no words stand out against, an image of nobody: each is said at its field.
      if (end === 'refused' && answer.status !== 400) wrong.push([field, given, answer.status]);
      if (end === 'tidied' && /[\u202a-\u202e\u2066-\u2069\n\r]/.test(String(stored)))
        wrong.push([field, given, stored]);
      if (end === 'refused') continue;
      await vi.waitFor(() => {
        const now = portal.app.brands.of(host);
        const shown = field === 'alert' ? now?.alerts?.[0]?.message : field === 'companyName' ? now?.name : stored;
        expect(shown).toBe(stored);
      }, 15_000);
    }
    expect([field, [...seen].toSorted()]).toEqual([field, expect.arrayContaining(['refused'])]);
  }
  expect(wrong).toEqual([]);
  expect(plain.brand.name).toBe('Northern Lights');
});

test('SEC-28 SEC-26 whatever a brand is called and announces, page and mail have the same elements, one line for a subject, and the words as text', {
  timeout: 300_000,
}, async () => {
  const { portal, brandId, email } = await aBrandOnItsHost();
  await portal.rows(
    `insert into brand_alert (company_id, brand_id, message, severity, types, created_at)
     select company_id, brand_id, 'Hello', 'info', '{}', now() from company_brand where brand_id = $1`,
    [brandId],
  );
  const show = async (name: string) => {
    // Past the rules of today: rows may be from before there were any.
    await portal.rows('update company_brand set company_name = $1, support_number = $1 where brand_id = $2', [
      name,
      brandId,
    ]);
    await portal.rows('update brand_alert set message = $1 where brand_id = $2', [name, brandId]);
    await giveHosts(portal.app);
    return readingSides(portal, email);
  };
  const plain = await show('Northern');
  expect(plain.mail?.html).toContain('Northern');
  for (const name of words.filter((text) => !text.includes('\u0000'))) {
    const { page, brand, mail } = await show(name);
    expect([name, tagsOf(page)]).toEqual([name, tagsOf(plain.page)]);
    expect([name, brand.alerts[0]?.message]).toEqual([name, name]);
    expect([name, tagsOf(mail?.html ?? '')]).toEqual([name, tagsOf(plain.mail?.html ?? '')]);
    expect([name, /[\r\n\u202a-\u202e\u2066-\u2069]/.test(`${mail?.subject}${brand.name}${brand.title}`)]).toEqual([
      name,
      false,
    ]);
  }
});

test('SEC-28 a colour from before there were rules is none, and the page keeps that of the installation', async () => {
  const { portal, brandId } = await aBrandOnItsHost();
  const usual = portal.app.brands.of('localhost')?.colours;
  for (const colour of [...signs.colours, '#808080']) {
    await portal.rows('update company_brand set primary_colour = $1 where brand_id = $2', [colour, brandId]);
    await giveHosts(portal.app);
    expect([colour, portal.app.brands.of(host)?.colours]).toEqual([colour, usual]);
  }
});

test('SEC-28 SEC-30 SVG and HTML that call themselves an image of a brand are refused', async () => {
  const { upload } = await aBrandOnItsHost();
  for (const file of [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!doctype html><script>alert(1)</script>',
    '\u0089PNG\r\n\u001a\n<script>alert(1)</script>',
    'GIF89a<script>alert(1)</script>',
  ])
    for (const contentType of ['image/png', 'image/svg+xml', 'text/html'])
      expect([file, (await upload(Buffer.from(file), { contentType })).code]).toEqual([file, 'image.not_accepted']);
});
