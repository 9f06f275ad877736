/** Invitations, sent as a person of a company would send them, and answered as the browser does. */
import * as api from '@portal/contract/providers/invitation-endpoints.ts';
import { actOf } from '#platform/act/act.ts';
import { invite, type NewInvitation } from '../src/rooms/providers/door.ts';
import type { Portal } from './portal.ts';

/** Who invites: an administrator of the company, unless another sight is given. */
export const anInviter = async (portal: Portal, companyId: number, careGroupIds: readonly number[] | null = null) => ({
  companyId,
  careGroupIds,
  providerId: await portal.aPerson('Admin', { company_id: companyId }),
  firstName: 'Maya',
  lastName: 'Okafor',
  type: 'Admin',
  host: 'localhost',
  requestId: 'test',
});

export const brandNamed = (portal: Portal, key: string) =>
  portal.app.brands.all.find((brand) => brand.key === key) as Portal['app']['brands']['all'][number];

/** Sends an invitation inside the fence of the inviter's company, as a call does. */
export const sendInvitation = (
  portal: Portal,
  inviter: Awaited<ReturnType<typeof anInviter>>,
  given: Partial<NewInvitation> = {},
) =>
  portal.app.database.inCompany(inviter.companyId, (tx) =>
    invite(actOf(tx, portal.app.clock, inviter), {
      email: 'ada@clinic.example',
      type: 'Site User',
      brand: brandNamed(portal, 'default'),
      ...given,
    }),
  );

/** A company, its administrator and an open invitation. */
export async function anInvitation(portal: Portal, given: Partial<NewInvitation> = {}) {
  const companyId = await portal.aCompany();
  const inviter = await anInviter(portal, companyId);
  return { companyId, inviter, ...(await sendInvitation(portal, inviter, given)) };
}

/** What the registration form sends for an invitation. */
export const registration = (code: string, more: Record<string, unknown> = {}) => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'ada@clinic.example',
  phone: '+16175550123',
  password: 'Battery-Staple-7',
  registrationCode: code,
  preferredContact: 1,
  ...more,
});

export const readInvitation = (portal: Portal, code: string, host = 'localhost') =>
  portal.call(api.readInvitation, { query: { id: code }, headers: { host } });
export const register = (portal: Portal, body: unknown, host = 'localhost') =>
  portal.call(api.register, { body, headers: { host } });
