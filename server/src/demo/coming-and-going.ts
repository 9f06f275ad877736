/** The demo's people who were revoked, and those of the clinic who were invited and have not come yet. */
import type { UserType } from '@portal/contract/access.ts';
import { created } from '#platform/audit/record.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { addMember } from '#rooms/care-groups/door.ts';
import { createAccount } from '#rooms/identity/door.ts';
import { addProvider, invite, revokeAccess } from '#rooms/providers/door.ts';
import type { ActAs } from './act-as.ts';
import { demoPassword } from './accounts.ts';
import type { Step } from './step.ts';

interface Newcomer {
  email: string;
  type: UserType;
  group: string;
}
const former = [
  {
    email: 'former@meridian.example',
    type: 'Site User',
    firstName: 'Bastien',
    lastName: 'Roux',
    group: 'Lyon Clinic',
    reason: 'Has left the site',
  },
  {
    email: 'former@lakeside.example',
    type: 'Nurse',
    firstName: 'Doris',
    lastName: 'Falk',
    group: 'Diabetes',
    reason: 'Is on leave for a year',
  },
] as const satisfies (Newcomer & Record<'firstName' | 'lastName' | 'reason', string>)[];
const invited = [
  { email: 'late@lakeside.example', type: 'Technician', group: 'Cardiology', daysAgo: 29.5 },
  { email: 'newcomer@lakeside.example', type: 'Nurse', group: 'Diabetes', daysAgo: 2.2 },
] as const satisfies (Newcomer & { daysAgo: number })[];

/** The steps in which two people are revoked by their administrators, and two are invited to the clinic. */
export function planComingAndGoing(known: {
  actAs: ActAs;
  system: Actor;
  admin: Viewer;
  clinic: Viewer;
  brands: readonly Brand[];
  /** Does something across companies and comes back inside the fence. */
  asSystem: (work: () => Promise<void>) => Promise<void>;
}): Step[] {
  const { actAs, system, admin, brands, asSystem } = known;
  const clinic = { ...known.clinic, careGroupIds: null, seesWholeCompany: true };
  // One that no other company of the demo invites to: it tells whose an unknown e-mail is.
  const brand = brands.find(({ key }) => key !== 'default') ?? brands[0];
  if (!brand) throw new Error('the demo has no brand');
  const groupOf = async ({ companyId }: Viewer, name: string) =>
    (
      await actAs(admin)
        .tx.selectFrom('care_group')
        .select('care_group_id as id')
        .where('company_id', '=', companyId)
        .where('display_name', '=', name)
        .executeTakeFirstOrThrow()
    ).id;

  return [
    ...former.flatMap(({ group, reason, ...person }, n): Step[] => {
      const by = n === 0 ? admin : clinic;
      let providerId = 0;
      const come = async () => {
        const { companyId } = by;
        const { tx, record } = actAs({ ...system, companyId });
        providerId = await addProvider(actAs(system), { ...person, companyId, phone: '+16175550100' });
        await createAccount(tx, { email: person.email, password: demoPassword, phone: null });
        await record({
          action: 'account.created',
          record: { kind: 'account', id: providerId },
          changes: created({ email: person.email, state: 'confirmed' }),
        });
        await addMember(actAs(by), { careGroupId: await groupOf(by, group), providerId });
      };
      const go = async () => {
        await revokeAccess(actAs(by), { cpId: providerId, reason });
      };
      return [
        { daysAgo: 300 - n, run: () => asSystem(come) },
        { daysAgo: 12.5 + n, run: () => asSystem(go) },
      ];
    }),
    ...invited.map(({ email, type, group, daysAgo }) => ({
      daysAgo,
      run: () =>
        asSystem(async () => {
          const careGroupIds = [await groupOf(clinic, group)];
          await invite(actAs(clinic), { email, type, careGroupIds, defaultListing: true, brand });
        }),
    })),
  ];
}
