import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as delegates from '@portal/contract/delegates/endpoints.ts';
import * as partners from '@portal/contract/partners/manage-endpoints.ts';
import * as supply from '@portal/contract/partners/supply-endpoints.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import * as pricing from '@portal/contract/pricing/endpoints.ts';
import * as providers from '@portal/contract/providers/user-endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { sentenceOf } from '#api/failure.ts';
import { useAddNpi, useRemoveNpi } from '#rooms/delegates/queries.ts';
import { useConnections } from '#rooms/partners/queries.ts';
import { useAddToGroup, useRemoveFromGroup } from '#rooms/patients/queries.ts';
import { useChangePrice, useSwitchSupply } from '#rooms/pricing/queries.ts';
import { useAddGroups, useRemoveGroups } from '#rooms/providers/users/queries.ts';
import { doesFirst } from '#test/lost-answer.ts';
import { renderPage } from '#test/portal.tsx';

/** What a screen does, and how it takes that back: by the hooks that it uses for it. */
type Way = () => { does: () => Promise<unknown>; takesBack: () => unknown };

const useInGroup: Way = () => {
  const [add, remove] = [useAddToGroup(), useRemoveFromGroup()];
  return {
    does: () => add.mutateAsync({ body: { u_id: 31, g_id: 3 } }),
    takesBack: () => remove.mutate({ query: { u_id: 31, g_id: 3 } }),
  };
};
/** The question before it has a hook of its own. */
const connected = (kind: 'pharmacy' | 'wholesaler', { takenFrom = 2 } = {}): Way =>
  function useConnected() {
    const [table, question] = [useConnections(kind), useConnections(kind)];
    return {
      does: () => table.connect(2, 7),
      takesBack: () => void question.disconnect(takenFrom, 7).catch(() => null),
    };
  };
const supplied = (kind: 'pharmacy' | 'wholesaler'): Way =>
  function useSupplied() {
    const press = useSwitchSupply(kind);
    const at = { gId: 2, productId: 5 };
    return { does: () => press(at, 31, true), takesBack: () => press(at, 31, false) };
  };
const price = {
  drugPrice: '12.50',
  currency: 'USD' as const,
  quantityUnit: 'Bottle',
  shippingFee: '4.00',
  dispenseFee: '0.00',
  effectiveDate: '2026-03-05',
};
const priced = (kind: 'pharmacy' | 'wholesaler', sponsorId: number | null): Way =>
  function usePriced() {
    const { set, invalidate } = useChangePrice({ kind, partnerId: 31, productId: 5, sponsorId });
    return { does: () => set(price), takesBack: () => invalidate(21, false) };
  };
const useAssigned: Way = () => {
  const [add, remove] = [useAddNpi(), useRemoveNpi()];
  const of = { delegateId: 5, cpId: 3, companyId: 1 };
  const entry = { npi: '1234567890', fName: 'Ada', lName: 'Lovelace', email: 'dele@clinic.example' };
  return {
    does: () => add.mutateAsync({ body: { ...entry, ...of } }),
    takesBack: () => remove.mutate({ query: { npi: entry.npi, ...of } }),
  };
};
const grouped = (added: readonly number[], g_id: number[]): Way =>
  function useGrouped() {
    const [add, remove] = [useAddGroups(), useRemoveGroups()];
    const groupsToAdd = added.map((gId) => ({ gId, public: false }));
    return {
      does: () => add.mutateAsync({ body: { cp_id: 9, companyId: 1, groupsToAdd } }),
      takesBack: () => remove.mutate({ query: { company_id: 1, cp_id: 9, g_id } }),
    };
  };

function Screen({ useWay }: { useWay: Way }) {
  const { does, takesBack } = useWay();
  const [how, setHow] = useState('');
  const press = () =>
    void does().then(
      () => setHow('done'),
      (failure) => setHow(sentenceOf(failure)),
    );
  return (
    <>
      <button onClick={press}>Do</button>
      <button onClick={() => takesBack()}>Take back</button>
      <output>It went: {how}</output>
    </>
  );
}

/** The first try is done, and its answer lost. */
function show(way: Way, add: Endpoint, remove: Endpoint, removal: unknown = { message: 'ok' }) {
  const page = renderPage(<Screen useWay={way} />, {
    replies: [
      [add, doesFirst({ message: 'ok', eventId: 21 })],
      [remove, removal],
    ],
  });
  return {
    press: async (name: string, endpoint: Endpoint, times: number) => {
      await page.user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(page.callsOf(endpoint)).toHaveLength(times));
      await waitFor(() => expect(page.queryClient.isMutating()).toBe(0));
    },
    tries: () =>
      page.callsOf(add).map(({ headers }) => [headers.get('idempotency-key'), headers.get('idempotency-instead-of')]),
  };
}

const pharmacy = [partners.connectPharmacy, partners.disconnectPharmacy] as const;
const groups = [providers.addGroupsOfUser, providers.removeGroupsOfUser] as const;
const wasDoneFirst =
  'It went: Your first try went through after all, with what you had entered then. Please check it first: if you press again, this is done as well.';

test.each<[string, Way, Endpoint, Endpoint]>([
  ['a patient in a care group', useInGroup, patients.addToGroup, patients.removeFromGroup],
  ['a pharmacy of a site', connected('pharmacy'), ...pharmacy],
  ['a wholesaler of a site', connected('wholesaler'), partners.connectWholesaler, partners.disconnectWholesaler],
  ['a pharmacy that supplies', supplied('pharmacy'), supply.addPharmacySupplier, supply.removePharmacySupplier],
  ['a wholesaler that supplies', supplied('wholesaler'), supply.addWholesalerSupplier, supply.removeWholesalerSupplier],
  ['an NPI of a delegate', useAssigned, delegates.addNpi, delegates.removeNpi],
  ['a care group of a user', grouped([3], [3]), ...groups],
  ['several care groups of a user', grouped([3, 4], [4, 3]), ...groups],
])(
  'REL-06 %s: once it was taken back, the same is done by one press, and neither answered nor refused for the lost try of before',
  async (_, way, add, remove) => {
    const { press, tries } = show(way, add, remove);
    await press('Do', add, 1);
    await press('Take back', remove, 1);
    await press('Do', add, 3);
    await screen.findByText('It went: done');
    const [first, second, third] = tries();
    expect(second).toEqual([expect.any(String), first?.[0]]);
    expect(second?.[0]).not.toBe(first?.[0]);
    expect(third).toEqual([second?.[0], null]);
  },
);

test.each<[string, Way, Endpoint, Endpoint]>([
  ['one of several care groups of a user', grouped([3, 4], [4]), ...groups],
  ['a price of a pharmacy', priced('pharmacy', null), pricing.setPharmacyPrice, pricing.invalidatePharmacyPrice],
  [
    'a price of a wholesaler',
    priced('wholesaler', null),
    pricing.setWholesalerPrice,
    pricing.invalidateWholesalerPrice,
  ],
  ['a price of a sponsor', priced('pharmacy', 1), pricing.setSponsorPrice, pricing.invalidateSponsorPrice],
])(
  'REL-06 %s: what was taken back need not be all that the lost try has made, so whoever does the same is told first that it was done',
  async (_, way, add, remove) => {
    const { press, tries } = show(way, add, remove);
    await press('Do', add, 1);
    await press('Take back', remove, 1);
    await press('Do', add, 2);
    await screen.findByText(wasDoneFirst);
    const [first, second] = tries();
    expect(second).toEqual([expect.any(String), first?.[0]]);
    expect(second?.[0]).not.toBe(first?.[0]);
  },
);

test('REL-06 where it is not known whether it was taken back, whoever does the same is told first that the lost try was done', async () => {
  const dead = () => Promise.reject(new TypeError('the line is dead'));
  const { press } = show(connected('pharmacy'), ...pharmacy, dead);
  await press('Do', partners.connectPharmacy, 1);
  await press('Take back', partners.disconnectPharmacy, 1);
  await press('Do', partners.connectPharmacy, 2);
  await screen.findByText(wasDoneFirst);
});

test.each<[string, Way, Endpoint, Endpoint]>([
  ['a pharmacy of another site', connected('pharmacy', { takenFrom: 3 }), ...pharmacy],
  ['another care group of a user', grouped([3], [4]), ...groups],
])('REL-06 what takes back %s is nothing to a lost try, which is sent again as it was', async (_, way, add, remove) => {
  const { press, tries } = show(way, add, remove);
  await press('Do', add, 1);
  await press('Take back', remove, 1);
  await press('Do', add, 2);
  const [first, second] = tries();
  expect(second).toEqual([first?.[0], null]);
  await screen.findByText('It went: done');
});
