/**
 * The brands, chosen by the host (BRN-01 to BRN-12, OPN-28): those of the installation, one table in configuration, and beside
 * them the brands of companies that were given a host, which the room of the companies brings from the database.
 */
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { contrast } from '@portal/contract/companies/colours.ts';
import { z } from 'zod';
import { ConfigurationError, type Env } from '#src/env.ts';

const words = z.string().regex(/\S/, 'must not be empty');
const hostAlone = /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i;
const brandSchema = z.strictObject({
  key: z.string().regex(/^[a-z-]+$/),
  hosts: z.array(z.string().regex(hostAlone, 'must be the name of a host alone, such as portal.example.com')),
  name: words,
  title: words,
  logo: z.string(),
  signInImage: z.string(),
  favicon: z.string(),
  colours: z.strictObject({
    primary: z.string().regex(/^#[0-9a-f]{6}$/),
    onPrimary: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  email: z.email(),
  phone: z.string().nullable(),
  terms: words,
  companyName: words,
  mfaIssuer: words,
  /** Where links in mails lead; never taken from a request (SEC-18). */
  portalUrl: z.url(),
  showsFooter: z.boolean(),
});
export type Brand = z.infer<typeof brandSchema> & Partial<OfCompany>;

/** What only the brand of a company has. */
interface OfCompany {
  companyId: number;
  /** In whose name its mails go out. */
  senderName: string;
  /** For everybody, so that they are shown before it is known who somebody is. */
  alerts: readonly BrandAlert[];
}
export interface BrandAlert {
  alertId: number;
  message: string;
  severity: 'info' | 'warning' | 'error';
  /** The UTC days that it is shown on, both included; null is without an end. */
  from: string | null;
  until: string | null;
}
export const isShownOn = (day: string, { from, until }: Pick<BrandAlert, 'from' | 'until'>): boolean =>
  (from ?? day) <= day && day <= (until ?? day);

/** The brand of a host where it is not settled whose company somebody is of: they are shown one brand, and may be written to in another. */
export interface BrandOfHost {
  shown: Brand;
  /** In which somebody of this company is written to; of none where nobody's company is known. */
  for: (companyId: number | undefined) => Brand;
}

/** Whether the brand is a company's, and not this one's. */
export const isOfAnother = (on: Brand, companyId: number | undefined): boolean =>
  on.companyId !== undefined && on.companyId !== companyId;

/** What somebody does on the host of another company is not done in that company's name: mails would speak for it to strangers. */
export function brandFor(brands: Pick<Brands, 'all'>, on: Brand, companyId: number | undefined): Brand {
  return isOfAnother(on, companyId) ? defaultBrand(brands) : on;
}

/** The usual one of the installation. A table that has none is refused. */
export const defaultBrand = ({ all }: Pick<Brands, 'all'>): Brand =>
  all.find(({ key }) => key === 'default') ?? (all[0] as Brand);

/** The keys of the brands that a company may be written to in: those of the installation and its own. */
export const keysFor = ({ keys, withKey }: Pick<Brands, 'keys' | 'withKey'>, companyId: number): string[] =>
  keys().filter((key) => [undefined, companyId].includes(withKey(key)?.companyId));

export interface Brands {
  /** The brand of a host; null when production does not serve it (SEC-18). */
  of: (host: string) => Brand | null;
  /** Those of the installation. */
  all: readonly Brand[];
  /** The brand of this key, of the installation or of a company that has a host for it. */
  withKey: (key: string) => Brand | undefined;
  keys: () => string[];
  /** Makes the brands of companies that have a host exactly these. No host of the installation is taken from it. */
  give: (given: readonly Brand[]) => void;
  /** The brand that is tried under this key on a host of that brand, before it is given one; null where there is none. */
  tried: (on: Brand, key: string) => Promise<Brand | null>;
  /** Who finds it. */
  triedBy: (find: Brands['tried']) => void;
  /** Says where the portal listens: outside production links in mails lead there, unless the operator has named the portals. */
  servedAt: (port: number) => void;
}

/** Reads the brand table. Colours that do not stand out against each other are refused (WCAG 2.2 AA, 4.5 to 1). */
export function readBrands(
  env: Pick<Env, 'brandsFile' | 'mode'> & Partial<Pick<Env, 'port' | 'host' | 'tlsAtEdge'>>,
): Brands {
  if (env.mode === 'production' && !env.brandsFile)
    throw new ConfigurationError('BRANDS_FILE is needed in production: the brands of trying have no host of yours.');
  const file = env.brandsFile ?? path.join(ofTheProduct, 'brands.json');
  let parsed: z.ZodSafeParseResult<Brand[]>;
  try {
    parsed = z
      .array(brandSchema)
      .min(1)
      .safeParse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ConfigurationError(`BRANDS_FILE ${file} cannot be read: ${(error as Error).message}`);
  }
  if (!parsed.success) throw new ConfigurationError(`BRANDS_FILE ${file}: ${z.prettifyError(parsed.error)}`);
  const brands = parsed.data;
  for (const brand of brands) {
    if (contrast(brand.colours.primary, brand.colours.onPrimary) < 4.5) {
      throw new ConfigurationError(
        `BRANDS_FILE ${file}: the colours of "${brand.key}" do not stand out against each other.`,
      );
    }
  }
  const problem = contradiction(brands) ?? (env.mode === 'production' ? unreachable(env, brands) : null);
  if (problem) throw new ConfigurationError(`BRANDS_FILE ${file}: ${problem}`);
  const byHost = new Map(brands.flatMap((brand) => brand.hosts.map((host) => [host.toLowerCase(), brand] as const)));
  const fallback = brands.find((brand) => brand.key === 'default') ?? null;
  let given: readonly Brand[] = [];
  let givenByHost = new Map<string, Brand>();
  let findTried: Brands['tried'] = async () => null;
  let listensOn = env.port ?? 0;
  const leadThere = (some: readonly Brand[]) => {
    if (env.mode === 'production' || env.brandsFile || env.tlsAtEdge || listensOn === 0) return;
    for (const brand of some) brand.portalUrl = whereItListens(brand, env.host ?? 'localhost', listensOn);
  };
  leadThere(brands);
  return {
    all: brands,
    of: (host) => {
      const name = host.toLowerCase();
      return byHost.get(name) ?? givenByHost.get(name) ?? (env.mode === 'production' ? null : fallback);
    },
    withKey: (key) => brands.find((brand) => brand.key === key) ?? given.find((brand) => brand.key === key),
    keys: () => [...new Set([...brands, ...given].map(({ key }) => key))],
    give: (now) => {
      leadThere(now);
      given = now;
      givenByHost = new Map(now.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)));
    },
    tried: (on, key) => findTried(on, key),
    triedBy: (find) => void (findTried = find),
    servedAt: (port) => {
      listensOn = port;
      leadThere([...brands, ...given]);
    },
  };
}

const ofTheProduct = path.join(import.meta.dirname, '../../../brands');

/** Where images of brands lie: beside the table of the installation, and with the product. */
export const imageFolders = ({ brandsFile }: Pick<Env, 'brandsFile'>): string[] =>
  [...(brandsFile ? [path.join(path.dirname(brandsFile), 'brands')] : []), path.join(ofTheProduct, 'assets')].filter(
    (folder) => existsSync(folder),
  );

function contradiction(brands: readonly Brand[]): string | null {
  const keys = brands.map(({ key }) => key);
  const hosts = brands.flatMap((brand) => brand.hosts.map((host) => host.toLowerCase()));
  const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const [key, host] = [twice(keys), twice(hosts)];
  if (key !== undefined) return `two brands have the key "${key}".`;
  return host === undefined ? null : `the host "${host}" stands twice.`;
}

/** What of a brand would lead nobody anywhere. */
function unreachable(env: Pick<Env, 'brandsFile'>, brands: readonly Brand[]): string | null {
  const folders = imageFolders(env);
  for (const { key, hosts, portalUrl, logo, signInImage, favicon } of brands) {
    const { protocol, hostname } = new URL(portalUrl);
    if (protocol !== 'https:')
      return `portalUrl of "${key}" must start with https:// in production (is "${portalUrl}").`;
    if (!hosts.some((host) => host.toLowerCase() === hostname))
      return `hosts of "${key}" must name the host of its portalUrl, "${hostname}": others are refused in production.`;
    for (const image of [logo, signInImage, favicon]) {
      const isPlain = image.startsWith('/brands/') && path.posix.normalize(image) === image;
      const found = isPlain ? folders.map((folder) => readable(path.join(folder, image.slice(8)))) : [];
      if (found.includes('yes')) continue;
      return found.includes('forbidden')
        ? `the image "${image}" of "${key}" cannot be read by this account.`
        : `the image "${image}" of "${key}" is no file in ${folders.join(' or ')}, which the portal serves as /brands/.`;
    }
  }
  return null;
}

function readable(file: string): 'yes' | 'no file' | 'forbidden' {
  try {
    if (!statSync(file).isFile()) return 'no file';
    closeSync(openSync(file, 'r'));
    return 'yes';
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? 'no file' : 'forbidden';
  }
}

/** A brand that goes by its host keeps it; the default one is at the address of the machine that people can reach. */
function whereItListens({ portalUrl, hosts }: Brand, host: string, port: number): string {
  const url = new URL(portalUrl);
  const isOwnMachine = /^(localhost|127\.|::1$|0\.0\.0\.0$|::$)/.test(host);
  if (hosts.length === 0 && !isOwnMachine) url.hostname = isIPv6(host) ? `[${host}]` : host;
  url.port = String(port);
  return url.href.replace(/\/$/, '');
}
