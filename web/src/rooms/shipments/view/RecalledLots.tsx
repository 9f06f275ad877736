import { List, Text } from '@mantine/core';
import { recalledWords } from '@portal/contract/lots/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { type Row, useDesk, type WholeRequest } from '../sides.ts';
import { namedPackages } from './named-packages.ts';

type Asked = Pick<WholeRequest, 'products' | 'packages'>;

/** Which of the lots that were sent are recalled by now: whoever has some of them has to know, however it arrived. */
export function RecalledLots({
  row: { holdsRecalledLot, toParticipant },
  whole,
}: {
  row: Pick<Row, 'holdsRecalledLot' | 'toParticipant'>;
  /** Left out while it is being read, or cannot be. */
  whole: Asked | undefined;
}) {
  const desk = useDesk();
  const items = whole ? recalledIn(whole) : [];
  if (whole ? items.length === 0 : !holdsRecalledLot) return null;
  // Each lot once, in however many packages it lies.
  const sentences = new Set(items.map((one) => `${recalledWords(one)}.`));
  const isSomewhere = items.some(({ condition }) => condition !== 'missing');
  return (
    <Notice tone="error" title="This shipment holds a recalled lot">
      {sentences.size > 0 && (
        <List size="sm">
          {[...sentences].map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      )}
      {desk === 'site' && isSomewhere && (
        <Text size="sm" mt={4}>
          {toParticipant ? 'Tell the participant not to use it' : 'Set it aside'}, and ask an administrator of the trial
          what to do with it.
        </Text>
      )}
    </Notice>
  );
}

const recalledIn = (whole: Asked) =>
  namedPackages(whole).flatMap(({ items }) =>
    items.flatMap(({ name, lotNumber, recalledAt, condition }) =>
      recalledAt ? [{ drugName: name, lotNumber, recalledAt, condition }] : [],
    ),
  );
