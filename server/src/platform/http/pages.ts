/** The web app: its files, and its one page with the brand of the host in it (BRN-01 to BRN-07). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pages } from '@portal/contract/pages.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { type Brand, imageFolders } from '#platform/core/brands.ts';
import { fail } from '#platform/core/fail.ts';

/** Where files and calls are, and no page. */
const ofFiles = /^\/(api|assets|brands|dev|images)(\/|$)/;
/** The parts that screens are made of, to be looked at while they are worked on. */
const kit = '/dev/kit';
const root = path.join(import.meta.dirname, '../../../..');

/** What everybody may know of a brand: all but the hosts it is for and the issuer of its MFA secrets. */
export const publicBrand = ({ hosts: _hosts, mfaIssuer: _issuer, portalUrl: _url, ...shown }: Brand) => shown;

export async function servePages(http: FastifyInstance, env: Env, dist = path.join(root, 'web/dist')): Promise<void> {
  const page = existsSync(path.join(dist, 'index.html')) ? readFileSync(path.join(dist, 'index.html'), 'utf8') : null;

  await http.register(fastifyStatic, {
    root: dist,
    prefix: '/',
    index: false,
    wildcard: false,
    // Made beside each file when the web is built.
    preCompressed: true,
    setHeaders: (reply, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`))
        reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
    globIgnore: ['index.html*', '.built'],
  });
  await http.register(fastifyStatic, {
    root: imageFolders(env),
    prefix: '/brands/',
    decorateReply: false,
    index: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=3600'),
  });

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.status(503).type('text/plain').send('The web app has not been built. Run: npm run build');
    return reply.type('text/html; charset=utf-8').send(branded(page, request, env));
  };
  http.get('/', sendPage);
  http.setNotFoundHandler((request, reply) => {
    const [asked = ''] = request.url.split('?');
    const isKit = asked === kit;
    const isPage = (pages as readonly string[]).includes(asked) || (isKit && env.mode === 'development');
    // RTE-29: whoever opens an address that is none sees the portal say so; a program reads the status.
    const isPerson = (request.headers.accept ?? '').includes('text/html') && (isKit || !ofFiles.test(asked));
    if (request.method !== 'GET' || (!isPage && !isPerson)) throw fail('not_found');
    return sendPage(request, reply.status(isPage ? 200 : 404));
  });
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page as this host shows it: title and icon are right before any script has run. */
function branded(page: string, { brand, nonce }: FastifyRequest, env: Env): string {
  const data = JSON.stringify({
    brand: { ...publicBrand(brand), demoMode: env.demoMode, callMode: env.callMode },
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
