import { Paper, Stack, Table, Text } from '@mantine/core';
import { recallDay } from '@portal/contract/lots/rules.ts';
import type { ItemCondition } from '@portal/contract/shipments/rules.ts';
import { amount } from '#kit/amount.ts';
import { asDay } from '#kit/today.ts';
import { arrivalWords } from '#shared/arrival-words.ts';
import { SidewaysTable } from './SidewaysTable.tsx';

interface Shown {
  courier: string;
  trackingNumber: string;
  items: readonly {
    name: string;
    unit: string;
    quantity: number | null;
    lotNumber: string;
    expirationDate: string | null;
    /** What is on record for the lot, where that is another day than the one that was typed. */
    lotExpirationDate?: string | null | undefined;
    /** Since when the lot is recalled. */
    recalledAt?: Date | null | undefined;
    /** How the site says that it arrived. */
    condition?: ItemCondition | null;
  }[];
}

/** Packages and what is in them, read only (PKG-01, SHV-04). */
export function PackageList({ packages }: { packages: readonly Shown[] }) {
  // The spelling is that of the specification.
  if (packages.length === 0) return <Text c="gray.7">No packages were send for this shipment.</Text>;
  return (
    <Stack gap="sm">
      {packages.map((one, i) => (
        <Paper key={i} withBorder p="sm" component="section" aria-label={`Package ${i + 1}`}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            Package {i + 1} · {one.courier} {one.trackingNumber}
          </Text>
          <SidewaysTable label={`Items of package ${i + 1}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Product</Table.Th>
                <Table.Th scope="col">Lot number</Table.Th>
                <Table.Th scope="col">Expiration date</Table.Th>
                <Table.Th scope="col" ta="right">
                  Quantity
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {one.items.map((item, at) => (
                <Table.Tr key={at}>
                  <Table.Td>
                    {item.name}
                    {item.condition && (
                      <Text size="sm" c={item.condition === 'received' ? 'gray.7' : 'red.9'}>
                        {arrivalWords[item.condition]}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {item.lotNumber}
                    {item.recalledAt && (
                      <Text size="sm" fw={500} c="red.9">
                        Recalled on {asDay(recallDay(item.recalledAt))}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {asDay(item.expirationDate)}
                    {item.lotExpirationDate && (
                      <Text size="sm" fw={500}>
                        On record for this lot: {asDay(item.lotExpirationDate)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{amount({ quantity: item.quantity, quantityUnit: item.unit })}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </SidewaysTable>
        </Paper>
      ))}
    </Stack>
  );
}
