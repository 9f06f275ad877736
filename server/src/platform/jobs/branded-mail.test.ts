import path from 'node:path';
import { expect, test } from 'vitest';
import { readBrands } from '#platform/core/brands.ts';
import { brandedMail, linkTo } from './branded-mail.ts';
import { productionBrands } from '#test/production.ts';

const brands = readBrands({ mode: 'test', brandsFile: undefined });
const brandOf = (host: string) => brands.of(host)!;
const letter = { to: 'ada@clinic.example', subject: 'You are invited', paragraphs: ['Hello Ada,', 'Welcome.'] };

test('a mail carries the name, the colours and the contact of its brand, in both forms, and of no other', () => {
  for (const brand of brands.all) {
    const { text, html = '', speaker } = brandedMail(brand, letter);
    expect(speaker).toEqual({ name: brand.name, answersTo: brand.email });
    const others = brands.all.filter((one) => one !== brand).map(({ email }) => email);
    for (const form of [text, html]) {
      expect(form).toContain(brand.name);
      expect(form).toContain([brand.email, brand.phone].filter(Boolean).join(' · '));
      expect(others.filter((email) => form.includes(email))).toEqual([]);
    }
    expect(html).toContain(`background:${brand.colours.primary};color:${brand.colours.onPrimary}`);
  }
  expect(brandedMail(brandOf('eu.trialcard.test'), letter).text).toMatch(/\nsupport@eu\.trialcard\.example$/);
});

test('SEC-18 a link leads to the portal of the brand, with its query written so that nothing breaks out', () => {
  const brand = brandOf('na.trialcard.test');
  const href = linkTo(brand, '/register', { id: 'a&b="c' });
  expect(href).toBe('http://na.trialcard.test:3000/register?id=a%26b%3D%22c');
  const { text, html } = brandedMail(brand, { ...letter, action: { label: 'Register', href }, code: '123456' });
  expect(text).toContain(`Register:\n${href}`);
  expect(text).toContain('\n\n123456\n\n');
  expect(html).toContain(`href="${href}"`);
  expect(html).toContain('>123456<');
});

test('SEC-18 outside production a link leads to where the portal listens, unless the operator has named the portals', () => {
  const links = (more: Partial<Parameters<typeof readBrands>[0]>, port?: number) => {
    const table = readBrands({ mode: 'staging', brandsFile: undefined, host: '127.0.0.1', port: 4100, ...more });
    if (port !== undefined) table.servedAt(port);
    return ['anywhere.example', 'na.trialcard.test'].map((host) => linkTo(table.of(host)!, '/account'));
  };
  expect(links({})).toEqual(['http://localhost:4100/account', 'http://na.trialcard.test:4100/account']);
  expect(links({ host: '0.0.0.0' })).toEqual([
    'http://localhost:4100/account',
    'http://na.trialcard.test:4100/account',
  ]);
  expect(links({ host: '10.1.2.3' })[0]).toBe('http://10.1.2.3:4100/account');
  // Any free port is known once it listens.
  expect(links({ port: 0 }, 4711)[0]).toBe('http://localhost:4711/account');
  const asTheTableSays = 'http://localhost:3000/account';
  expect(links({ tlsAtEdge: true }, 4711)[0]).toBe(asTheTableSays);
  const brandsFile = path.join(import.meta.dirname, '../../../brands/brands.json');
  expect(links({ brandsFile }, 4711)[0]).toBe(asTheTableSays);
  const inProduction = readBrands({ mode: 'production', brandsFile: productionBrands, host: '127.0.0.1', port: 4100 });
  expect(linkTo(inProduction.of('na.trialcard.test')!, '/account')).toBe('https://na.trialcard.test/account');
});

test('SEC-28 PRV-12 markup in any text stands in the mail as text, and the mail loads nothing from anywhere', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><script>alert(1)</script>',
    '&lt;b&gt;',
  ];
  const plain = brandedMail(brandOf('localhost'), letter).html!.match(/<[a-z!/]/g)!.length;
  for (const payload of payloads) {
    const { text, html = '' } = brandedMail(
      { ...brandOf('localhost'), name: payload, phone: payload },
      { ...letter, subject: payload, paragraphs: [payload, 'Welcome.'] },
    );
    expect(text).toContain(payload);
    expect(html.match(/<[a-z!/]/g)).toHaveLength(plain);
    expect(html).not.toMatch(/<(img|link|script|iframe)\b/i);
  }
});

test('a paragraph of several lines keeps them in both forms', () => {
  const { text, html } = brandedMail(brandOf('localhost'), { ...letter, paragraphs: ['one\ntwo'] });
  expect(text).toContain('one\ntwo');
  expect(html).toContain('<p>one<br>two</p>');
});
