/** The hosts of companies: which brand each of them shows. */
import { domainToASCII } from 'node:url';
import { codeDays } from '@portal/contract/responses/rules.ts';
import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import type { Brands } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import {
  brandOn,
  brandToGive,
  companiesThatHad,
  giveHost,
  type LeftLinks,
  takeHost,
  variablesThatLeadTo,
} from '#rooms/companies/door.ts';
import type { Env } from '#src/env.ts';
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
  env: Env;
  /** An act of the operator in a company. */
  act: <T>(companyId: number, work: (act: Act<Actor>) => Promise<T>) => Promise<T>;
};

const configuredOn = ({ all }: Pick<Brands, 'all'>, name: string) =>
  all.find(({ hosts }) => hosts.some((one) => one.toLowerCase() === name));

export async function giveHostTo({ brands, act }: Ground, given: { host: string; brandId: number }): Promise<string> {
  const { host: name, brandId } = given;
  const configured = configuredOn(brands, name);
  if (configured)
    throw new Refusal(
      `${name} is a host of the brand "${configured.key}" of the installation, which BRANDS_FILE says.`,
    );
  const brand = await act(0, ({ tx }) => brandToGive(tx, brandId));
  if (!brand) throw new Refusal(`There is no brand ${brandId} of a company. "list-companies" shows their numbers.`);
  const { companyId, lacks } = brand;
  const { linksLeadTo } = await act(companyId, async (own) => {
    const done = await giveHost(own, brands, given);
    if (!done) throw new Refusal(await whoHas(own.tx, given));
    return done;
  });
  const before = await act(0, ({ tx, now }) => companiesThatHad(tx, { host: name, companyId, now: now() }));
  const dead = before.map(
    ({ id }) =>
      `\nUntil less than ${codeDays} days ago ${name} was a host of the company ${id}: links to it that its patients hold open nothing.`,
  );
  const first = linksLeadTo === name ? 'there' : `to ${linksLeadTo}, the host that it was given first`;
  return `${name} shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.\nLinks in mails of this brand lead ${first}.\nIts name has to lead to the portal, with a certificate for it: that is your proxy's.${
    lacks.length === 0 ? '' : `\nThe brand has no ${lacks.join(', no ')}: there the portal's own is shown.`
  }${dead.join('')}`;
}

async function whoHas(tx: Tx, { host: name, brandId }: { host: string; brandId: number }): Promise<string> {
  const known = await brandOn(tx, name);
  if (!known) return `${name} was given or taken by somebody else at this moment. Please look again.`;
  if (known.brandId === brandId) return `${name} shows the brand ${brandId} already.`;
  return `${name} shows the brand ${known.brandId}, "${known.name}", of the company ${known.companyId}. Take it back first: take-host --host ${name}`;
}

export async function takeHostBack({ brands, env, act }: Ground, given: { host: string }): Promise<string> {
  const { host: name } = given;
  const known = await act(0, ({ tx }) => brandOn(tx, name));
  const taken =
    known && (await act(known.companyId, (own) => takeHost(own, brands, { host: name, brandId: known.brandId })));
  if (!known || !taken) {
    const configured = configuredOn(brands, name);
    throw new Refusal(
      configured
        ? `${name} is a host of the brand "${configured.key}" of the installation, which BRANDS_FILE says.`
        : `${name} was given to no brand of a company.`,
    );
  }
  const said = `${name} no longer shows the brand ${known.brandId} of the company ${known.companyId}. Running portals follow within seconds.`;
  const leading = configuredOn(brands, name) ? [] : await act(0, ({ tx }) => variablesThatLeadTo({ env }, tx, name));
  const refused = leading.map(
    (variable) =>
      `${variable} leads to ${name}: production does not start again until it leads elsewhere, or the host is given again.`,
  );
  return [said, ...refused, ...leftInWords(name, taken)].join('\n');
}

function leftInWords(name: string, { openInvitations, assessments, conversations }: LeftLinks): string[] {
  const invitations = openInvitations === 1 ? 'One open invitation leads' : `${openInvitations} open invitations lead`;
  const links = [
    ...(assessments === 0
      ? []
      : [assessments === 1 ? 'one link to an assessment' : `${assessments} links to assessments`]),
    ...(conversations === 0
      ? []
      : [conversations === 1 ? 'one link to a conversation' : `${conversations} links to conversations`]),
  ].join(' and ');
  return [
    ...(openInvitations === 0
      ? []
      : [`${invitations} to a host of this brand: invite again who got a link to ${name}.`]),
    ...(links === ''
      ? []
      : [
          `Patients of the company hold ${links} that may lead to ${name}: give it back and leave it for ${codeDays} days, or send reminders and messages anew.`,
        ]),
  ];
}
