/** Mail as people receive it: plain text and HTML in the name, colours and contact of the brand whose portal it speaks of. */
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from './outbox.ts';

export interface Letterhead {
  to: string;
  /** One line: `sendMail` refuses anything else (SEC-26). */
  subject: string;
  paragraphs: readonly string[];
  /** Where the person goes on: a link into the portal of the brand, made with `linkTo`. */
  action?: { label: string; href: string };
  /** What the person types in. */
  code?: string;
  /** Below everything else: what few want, with the page for it. */
  footnote?: { words: string; href: string };
}

/** A page of the brand's portal; its address comes from configuration, never from a request (SEC-18). */
export function linkTo(brand: Pick<Brand, 'portalUrl'>, page: string, query: Readonly<Record<string, string>> = {}) {
  const url = new URL(page, brand.portalUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** In the one zone that is everybody's. */
export const momentInMail = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The mail in both forms. Whatever people or brands have written stands in it as text (SEC-28); nothing is loaded from elsewhere (PRV-12). */
export function brandedMail(brand: Brand, { to, subject, paragraphs, action, code, footnote }: Letterhead): Mail {
  const contact = [brand.email, brand.phone].filter((one) => one !== null).join(' · ');
  const text = [
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    `${brand.name}\n${contact}`,
    ...(footnote ? [`${footnote.words} ${footnote.href}`] : []),
  ].join('\n\n');
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;background:#f1f3f5;color:#212529;${font}">`,
    `<div style="max-width:36em;margin:0 auto;background:#ffffff">`,
    `<div style="padding:16px 24px;background:${brand.colours.primary};color:${brand.colours.onPrimary};font-size:20px;font-weight:bold">${escaped(brand.name)}</div>`,
    `<div style="padding:8px 24px">`,
    ...paragraphs.map((one) => `<p>${lines(one)}</p>`),
    ...(code === undefined
      ? []
      : [`<p style="font-size:28px;font-weight:bold;letter-spacing:4px">${escaped(code)}</p>`]),
    ...(action ? button(brand, action) : []),
    '</div>',
    `<div style="padding:16px 24px;border-top:1px solid #dee2e6;color:#495057;font-size:14px">${escaped(brand.name)}<br>${escaped(contact)}</div>`,
    ...(footnote ? [`<p style="margin:0;padding:0 24px 16px;color:#495057;font-size:14px">${link(footnote)}</p>`] : []),
    '</div></body></html>',
  ].join('\n');
  return { to, subject, text, html, speaker: { name: brand.senderName ?? brand.name, answersTo: brand.email } };
}

const font =
  'font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-size:16px;line-height:1.5'.replaceAll(
    '"',
    '&quot;',
  );

const button = ({ colours }: Brand, { label, href }: { label: string; href: string }): string[] => [
  `<p><a href="${escaped(href)}" style="display:inline-block;padding:10px 20px;border-radius:4px;background:${colours.primary};color:${colours.onPrimary};text-decoration:none">${escaped(label)}</a></p>`,
  `<p style="font-size:14px">${escaped(href)}</p>`,
];

const link = ({ words, href }: { words: string; href: string }): string =>
  `${escaped(words)} <a href="${escaped(href)}">${escaped(href)}</a>`;

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');
