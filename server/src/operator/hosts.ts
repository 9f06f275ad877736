/** The hosts of companies: which brand each of them shows. */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import type { Brands } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { brandOn, brandToGive, giveHost, takeHost } from '#rooms/companies/door.ts';
import { Refusal } from './read-options.ts';

/** The name of a host alone, as browsers send it: neither scheme nor port nor path, and no address of a machine. */
const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const host = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => hostName.test(text), 'must be the name of a host alone, such as portal.example.com')
  .refine((text) => domainToASCII(text) === text, 'must be the name of a host alone, such as portal.example.com');

type Ground = {
  brands: Brands;
  /** An act of the operator in a company. */
  act: <T>(companyId: number, work: (act: Act<Actor>) => Promise<T>) => Promise<T>;
};

export async function giveHostTo({ brands, act }: Ground, given: { host: string; brandId: number }): Promise<string> {
  const { host: name, brandId } = given;
  const configured = brands.all.find(({ hosts }) => hosts.some((one) => one.toLowerCase() === name));
  if (configured)
    throw new Refusal(
      `${name} is a host of the brand "${configured.key}" of the installation, which BRANDS_FILE says.`,
    );
  const brand = await act(0, ({ tx }) => brandToGive(tx, brandId));
  if (!brand) throw new Refusal(`There is no brand ${brandId} of a company. "list-companies" shows their numbers.`);
  const { companyId, lacks } = brand;
  await act(companyId, async (own) => {
    if (await giveHost(own, given)) return;
    throw new Refusal(await whoHas(own.tx, given));
  });
  return `${name} shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.\nIts name has to lead to the portal, with a certificate for it: that is your proxy's.${
    lacks.length === 0 ? '' : `\nThe brand has no ${lacks.join(', no ')}: there the portal's own is shown.`
  }`;
}

async function whoHas(tx: Tx, { host: name, brandId }: { host: string; brandId: number }): Promise<string> {
  const known = await brandOn(tx, name);
  if (!known) return `${name} was given or taken by somebody else at this moment. Please look again.`;
  if (known.brandId === brandId) return `${name} shows the brand ${brandId} already.`;
  return `${name} shows the brand ${known.brandId}, "${known.name}", of the company ${known.companyId}. Take it back first: take-host --host ${name}`;
}

export async function takeHostBack({ brands, act }: Ground, given: { host: string }): Promise<string> {
  const { host: name } = given;
  const known = await act(0, ({ tx }) => brandOn(tx, name));
  const taken = known && (await act(known.companyId, (own) => takeHost(own, { host: name, brandId: known.brandId })));
  if (!known || !taken) {
    const configured = brands.all.find(({ hosts }) => hosts.some((one) => one.toLowerCase() === name));
    throw new Refusal(
      configured
        ? `${name} is a host of the brand "${configured.key}" of the installation, which BRANDS_FILE says.`
        : `${name} was given to no brand of a company.`,
    );
  }
  const { openInvitations } = taken;
  const left =
    openInvitations === 0
      ? ''
      : `\n${openInvitations === 1 ? 'One open invitation leads' : `${openInvitations} open invitations lead`} to a host of this brand: invite again who got a link to ${name}.`;
  return `${name} no longer shows the brand ${known.brandId} of the company ${known.companyId}. Running portals follow within seconds.${left}`;
}
