/** The brands of this installation, chosen by the host (BRN-01 to BRN-12, OPN-28). One table, in configuration. */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { ConfigurationError, type Env } from '#src/env.ts';

const brandSchema = z.strictObject({
  key: z.string().regex(/^[a-z-]+$/),
  hosts: z.array(z.string()),
  name: z.string(),
  title: z.string(),
  logo: z.string(),
  signInImage: z.string(),
  favicon: z.string(),
  colours: z.strictObject({
    primary: z.string().regex(/^#[0-9a-f]{6}$/),
    onPrimary: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  email: z.email(),
  phone: z.string().nullable(),
  terms: z.string(),
  companyName: z.string(),
  mfaIssuer: z.string(),
  /** Where links in mails lead; never taken from a request (SEC-18). */
  portalUrl: z.url(),
  showsFooter: z.boolean(),
});
export type Brand = z.infer<typeof brandSchema>;

export interface Brands {
  /** The brand of a host; null when production does not serve it (SEC-18). */
  of: (host: string) => Brand | null;
  all: readonly Brand[];
  /** Says where the portal listens: outside production links in mails lead there, unless the operator has named the portals. */
  servedAt: (port: number) => void;
}

/** Reads the brand table. Colours that do not stand out against each other are refused (WCAG 2.2 AA, 4.5 to 1). */
export function readBrands(
  env: Pick<Env, 'brandsFile' | 'mode'> & Partial<Pick<Env, 'port' | 'host' | 'tlsAtEdge'>>,
): Brands {
  const file = env.brandsFile ?? path.join(import.meta.dirname, '../../../brands/brands.json');
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
  const byHost = new Map(brands.flatMap((brand) => brand.hosts.map((host) => [host.toLowerCase(), brand] as const)));
  const fallback = brands.find((brand) => brand.key === 'default') ?? null;
  const servedAt = (port: number) => {
    if (env.mode === 'production' || env.brandsFile || env.tlsAtEdge || port === 0) return;
    for (const brand of brands) brand.portalUrl = whereItListens(brand, env.host ?? 'localhost', port);
  };
  servedAt(env.port ?? 0);
  return {
    all: brands,
    of: (host) => byHost.get(host.toLowerCase()) ?? (env.mode === 'production' ? null : fallback),
    servedAt,
  };
}

/** A brand that goes by its host keeps it; the default one is at the address of the machine that people can reach. */
function whereItListens({ portalUrl, hosts }: Brand, host: string, port: number): string {
  const url = new URL(portalUrl);
  const isOwnMachine = /^(localhost|127\.|::1$|0\.0\.0\.0$|::$)/.test(host);
  if (hosts.length === 0 && !isOwnMachine) url.hostname = isIPv6(host) ? `[${host}]` : host;
  url.port = String(port);
  return url.href.replace(/\/$/, '');
}

/** The contrast ratio of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
