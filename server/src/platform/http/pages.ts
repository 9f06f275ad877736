/** The web app: its files, and its one page with the brand of the host in it (BRN-01 to BRN-07). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pages } from '@portal/contract/pages.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { type Brand, type Brands, imageFolders, isShownOn } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import { databaseIsAway } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';

/** Where files and calls are, and no page. */
const ofFiles = /^\/(api|assets|brands|dev|images)(\/|$)/;
/** The parts that screens are made of, to be looked at while they are worked on. */
const kit = '/dev/kit';
const root = path.join(import.meta.dirname, '../../../..');

interface House {
  http: FastifyInstance;
  env: Env;
  brands: Brands;
  clock: Pick<Clock, 'today'>;
}

/** What everybody may know of a brand on this day, and nothing else of it. */
export const publicBrand = (brand: Brand, today: string) => ({
  key: brand.key,
  name: brand.name,
  title: brand.title,
  logo: brand.logo,
  signInImage: brand.signInImage,
  favicon: brand.favicon,
  colours: brand.colours,
  email: brand.email,
  phone: brand.phone,
  terms: brand.terms,
  companyName: brand.companyName,
  showsFooter: brand.showsFooter,
  alerts: (brand.alerts ?? [])
    .filter((alert) => isShownOn(today, alert))
    .map(({ alertId, message, severity }) => ({ alertId, message, severity })),
});

/** What of the installation a page knows before anybody has signed in. */
export const modesOf = ({ demoMode, callMode, voice }: Pick<Env, 'demoMode' | 'callMode' | 'voice'>) => ({
  demoMode,
  callMode,
  callLine: voice ? ('provider' as const) : ('test' as const),
});

export async function servePages(house: House, dist = path.join(root, 'web/dist')): Promise<void> {
  const { http, env } = house;
  const page = existsSync(path.join(dist, 'index.html')) ? readFileSync(path.join(dist, 'index.html'), 'utf8') : null;

  await http.register(fastifyStatic, {
    root: path.join(dist, 'assets'),
    prefix: '/assets/',
    index: false,
    // Made beside each file when the web is built.
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  await http.register(fastifyStatic, {
    root: imageFolders(env),
    prefix: '/brands/',
    decorateReply: false,
    index: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=3600'),
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.status(503).type('text/plain').send('The web app has not been built. Run: npm run build');
    return reply.type('text/html; charset=utf-8').send(branded(page, house, request, await triedIn(house, request)));
  };
  http.get('/', sendPage);
  http.setNotFoundHandler((request, reply) => {
    const [asked = ''] = request.url.split('?');
    const isPage = isPageOf(env, asked);
    // RTE-29: whoever opens an address that is none sees the portal say so; a program reads the status.
    const isPerson = (request.headers.accept ?? '').includes('text/html') && (asked === kit || !ofFiles.test(asked));
    if (asked.startsWith('/api/')) throw fail('no_such_call');
    if (request.method !== 'GET' && request.method !== 'HEAD') throw fail('not_found');
    const page = asked.endsWith('/') ? asked.slice(0, -1) : asked;
    // A page has one address. It is one of the list, so nobody is led out of the portal.
    if (page !== asked && isPageOf(env, page)) return reply.redirect(page + request.url.slice(asked.length), 301);
    if (!isPage && !isPerson) throw fail('not_found');
    return sendPage(request, reply.status(isPage ? 200 : 404));
  });
}

const isPageOf = ({ mode }: Env, address: string): boolean =>
  (pages as readonly string[]).includes(address) || (address === kit && mode === 'development');

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The brand that the sign-in page is opened with to try it. Without a database the page is that of the host. */
async function triedIn({ brands }: House, { url, query, brand }: FastifyRequest): Promise<Brand | null> {
  const key = (query as { brand?: unknown }).brand;
  if (url.split('?')[0] !== '/sign-in' || typeof key !== 'string') return null;
  return brands.tried(brand, key).catch((error: unknown) => {
    if (databaseIsAway(error)) return null;
    throw error;
  });
}

/** The page as this host shows it: title and icon are right before any script has run. */
function branded(page: string, { env, clock }: House, request: FastifyRequest, tried: Brand | null): string {
  const { nonce } = request;
  const brand = tried ?? request.brand;
  const data = JSON.stringify({
    brand: { ...publicBrand(brand, clock.today()), ...modesOf(env) },
    isTried: tried === null ? undefined : true,
    mode: env.mode,
    physicianDashboard: env.physicianDashboardUrl,
  });
  const script =
    env.mode === 'development' ? '<script type="module" src="/dev/demo-accounts.js"></script></body>' : '</body>';
  return page
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(brand.title)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escaped(brand.favicon)}" />`)
    .replace(/<meta name="csp-nonce"[^>]*>/, () => `<meta name="csp-nonce" content="${nonce}" />`)
    .replace(
      /<script type="application\/json" id="portal">.*?<\/script>/,
      () => `<script type="application/json" id="portal">${data.replaceAll('<', '\\u003c')}</script>`,
    )
    .replace('</body>', () => script);
}
