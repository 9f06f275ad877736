/** What stands on the packing slip of a request: no prices, and nobody's name; subject numbers where the reader knows them. */
import { countryOf } from '@portal/contract/addresses/rules.ts';
import { dayAsShown, recallDay } from '@portal/contract/lots/rules.ts';
import { amount } from '@portal/contract/products/amount.ts';
import { productName } from '@portal/contract/products/product-name.ts';
import { numberAlone, packedOf } from '@portal/contract/shipments/rules.ts';
import { subjectsOf } from '../present.ts';
import type { RequestRow } from '../queries.ts';
import type { SlipToDraw } from './draw-slip.ts';

export function slipOf(row: RequestRow, brand: string): SlipToDraw {
  const nameOf = (productId: number): string => {
    const line = row.lines.find((one) => one.productId === productId);
    return line ? productName(line) : '';
  };
  const counted = (quantity: number, productId: number): string =>
    amount({ quantity, quantityUnit: row.lines.find((one) => one.productId === productId)?.quantityUnit ?? '' });
  const sent = row.lines.filter((line) => line.isReplacedBy === null);
  const { street, street2, city, state, zip, country } = row.address;
  return {
    brand,
    title: `Request ${row.srId}`,
    facts: [
      ['Protocol number', row.protocolNumber],
      ['Trial site', row.siteName],
      ['Ship to', row.toParticipant ? 'Participant' : 'Trial site'],
      [
        'Delivery address',
        [street, street2, `${city}${state ? `, ${state}` : ''} ${zip}`, countryOf(country)?.name ?? country]
          .filter((line) => line.trim() !== '')
          .join('\n'),
      ],
      ...(row.participants
        ? [['Subject numbers', subjectsOf(row.participants).map(numberAlone).join(', ') || 'None'] as const]
        : []),
      ['Sent by', row.partnerName],
      ['Need by', dayAsShown(row.dateRequired)],
      ...(row.dateShipped ? [['Shipped on', dayAsShown(row.dateShipped)] as const] : []),
    ],
    tables: [
      {
        title: 'Products',
        columns: [
          { name: 'Product', share: 0.6 },
          { name: 'Requested', share: 0.2 },
          { name: 'Packed', share: 0.2 },
        ],
        rows: sent.map(({ productId, quantity, replacementProduct }) => {
          const packed = counted(packedOf(row.packages, productId), productId);
          const asked = row.lines.find((line) => line.productId === replacementProduct);
          if (!asked) return [nameOf(productId), counted(quantity, productId), packed];
          const requested = `${nameOf(asked.productId)} (${counted(asked.quantity, asked.productId)} requested)`;
          // What it says of its own quantity was typed by the packer.
          return [`${nameOf(productId)}\nInstead of ${requested}`, '–', packed];
        }),
      },
      ...row.packages.map(({ courier, trackingNumber, items }, i) => ({
        title: `Package ${i + 1} of ${row.packages.length}: ${courier}, tracking number ${trackingNumber}`,
        columns: [
          { name: 'Product', share: 0.4 },
          { name: 'Lot number', share: 0.2 },
          { name: 'Expiration date', share: 0.2 },
          { name: 'Quantity', share: 0.2 },
        ],
        rows: items.map((item) => [
          nameOf(item.productId),
          // What is printed again after a recall says so.
          item.recalledAt
            ? `${item.lotNumber}\nRecalled on ${dayAsShown(recallDay(new Date(item.recalledAt)))}`
            : item.lotNumber,
          // What is on record by now counts.
          dayAsShown(item.lotExpirationDate ?? item.expirationDate),
          counted(item.quantity, item.productId),
        ]),
      })),
    ],
  };
}
