/** The facts of one request in their order: how each is called, what is shown of it and by what it is found. */
import { productName } from '@portal/contract/products/product-name.ts';
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { ReactNode } from 'react';
import { amount } from '#kit/amount.ts';
import { asDay } from '#kit/today.ts';
import { fullName, shipmentTypeWords, shipToWords } from '../sentences.ts';
import type { Row } from '../sides.ts';
import { AddressLines, PeopleLines } from './Facts.tsx';

/** Where facts stand: in the dialog that shows all, beside the list, beside the form of packing, and in its review. */
type Place = 'view' | 'panel' | 'order' | 'review';
/** What a view knows of a request; the address comes with the request itself, and what is said of a late one from the view. */
type Told = Omit<Row, 'parcels' | 'documentCount' | 'shortCount' | 'damagedCount' | 'missingCount'> & {
  address?: Address | undefined;
  late?: ReactNode;
};
/** What a request is searched by. A reminder has it too, but for two names where the server is of the release before. */
export type Searched = Pick<Row, 'srId' | 'participants' | 'products' | 'siteName'> &
  Partial<Pick<Row, 'partnerName' | 'protocolNumber'>>;

interface Fact {
  label: string | ((request: Told) => string);
  /** Undefined where there is nothing to be told, and the fact is left out. */
  shown: (request: Told) => ReactNode;
  searched?: (request: Searched) => readonly (string | undefined)[];
  /** All of them where it is left out. */
  in?: readonly Place[];
}

const facts: readonly Fact[] = [
  {
    label: 'Products',
    shown: ({ products }) =>
      products.map((line) => (
        <div key={line.productId}>
          {productName(line)}, {amount(line)}
        </div>
      )),
    searched: ({ products }) => products.map(productName),
    in: ['panel'],
  },
  // What is urgent stands where the eyes begin.
  {
    label: 'Need by',
    shown: ({ dateRequired, late }) => (
      <>
        {asDay(dateRequired)}
        {late}
      </>
    ),
  },
  { label: 'Ship to', shown: shipToWords },
  {
    label: 'Participants',
    shown: ({ participants }) =>
      participants?.length === 0 ? 'None' : participants && <PeopleLines people={participants} />,
    searched: ({ participants = [] }) =>
      participants.flatMap((one) => [one.subjectNumber, one.numberNow, fullName(one), one.nameNow]),
    in: ['view', 'panel'],
  },
  {
    label: ({ participants = [] }) => (participants.length > 1 ? 'Participants' : 'Participant'),
    shown: ({ participants = [] }) => (participants.length > 0 ? <PeopleLines people={participants} /> : undefined),
    in: ['order', 'review'],
  },
  { label: 'Address', shown: ({ address }) => (address ? <AddressLines address={address} /> : '…') },
  { label: 'Trial site', shown: ({ siteName }) => siteName, searched: ({ siteName }) => [siteName] },
  {
    label: 'Protocol number',
    shown: ({ protocolNumber }) => protocolNumber,
    searched: ({ protocolNumber }) => [protocolNumber],
    in: ['view', 'panel'],
  },
  { label: 'Sponsor', shown: ({ sponsorName }) => sponsorName || '–', in: ['view'] },
  { label: 'Shipment type', shown: ({ shipmentType }) => shipmentTypeWords[shipmentType], in: ['view'] },
  {
    label: ({ shipmentType }) => shipmentTypeWords[shipmentType],
    shown: ({ partnerName }) => partnerName,
    searched: ({ partnerName }) => [partnerName],
    in: ['panel'],
  },
  { label: 'Next order', shown: ({ nextOrderDate }) => asDay(nextOrderDate) || undefined, in: ['view', 'panel'] },
  { label: 'Shipped on', shown: ({ dateShipped }) => asDay(dateShipped) || '–', in: ['view', 'panel'] },
];

export const factsOf = (place: Place, request: Told): (readonly [string, ReactNode])[] =>
  facts
    .filter((fact) => fact.in?.includes(place) ?? true)
    .map(({ label, shown }) => [typeof label === 'string' ? label : label(request), shown(request)] as const)
    .filter(([, shown]) => shown !== undefined);

/** What a request is found by, of its facts. */
export const searchedOf = (request: Searched) => facts.flatMap(({ searched }) => searched?.(request) ?? []);
