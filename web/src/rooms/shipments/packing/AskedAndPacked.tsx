import { Checkbox, Table } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { type Package, packedOf } from '@portal/contract/shipments/rules.ts';
import { SidewaysTable } from '../view/SidewaysTable.tsx';
import classes from './Packing.module.css';
import type { StepProps } from './ReplacementsStep.tsx';
import { type Packed, shortWords } from './shipping-draft.ts';

/** Per product: asked for, packed, and what is missing, in words. */
export function AskedAndPacked({ lines, packages }: { lines: readonly Packed[]; packages: readonly Package[] }) {
  return (
    <SidewaysTable label="Asked and packed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Product</Table.Th>
          <Table.Th scope="col" className={classes.number}>
            Asked
          </Table.Th>
          <Table.Th scope="col" className={classes.number}>
            Packed
          </Table.Th>
          <Table.Th scope="col">Missing</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const packed = Math.max(0, packedOf(packages, line.productId));
          return (
            <Table.Tr key={line.line.orderItemId}>
              <Table.Td>{productName(line)}</Table.Td>
              <Table.Td className={classes.number}>{line.quantity}</Table.Td>
              <Table.Td className={classes.number}>{packed}</Table.Td>
              <Table.Td>
                <Missing missing={line.quantity - packed} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </SidewaysTable>
  );
}

function Missing({ missing }: { missing: number }) {
  if (missing > 0) return <span className={classes.short}>{missing} short</span>;
  if (missing < 0) return <span className={classes.tooMany}>{-missing} too many</span>;
  return 'Nothing';
}

/** Nobody sends less than was asked for by mistake: what is missing is named, and has to be ticked. */
export function ShortTick({ draft, order, change }: Pick<StepProps, 'draft' | 'order' | 'change'>) {
  const short = shortWords(draft, order);
  if (!short) return null;
  return (
    <Checkbox
      label={`Send this shipment short, without ${short}`}
      checked={draft.tickedShort === short}
      onChange={(event) => change({ ...draft, tickedShort: event.currentTarget.checked ? short : '' })}
    />
  );
}
