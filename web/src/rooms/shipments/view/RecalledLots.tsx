import { List, Text } from '@mantine/core';
import { recalledWords } from '@portal/contract/lots/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { useDesk, type WholeRequest } from '../sides.ts';
import { namedPackages } from './named-packages.ts';

type Asked = Pick<WholeRequest, 'products' | 'packages'>;

/** Which of the lots that were sent are recalled by now: whoever has some of them has to know, however it arrived. */
export function RecalledLots({ request }: { request: Asked }) {
  const desk = useDesk();
  const sentences = sentencesOf(request);
  if (sentences.length === 0) return null;
  return (
    <Notice tone="error" title="This shipment holds a recalled lot">
      <List size="sm">
        {sentences.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
      {desk === 'site' && (
        <Text size="sm" mt={4}>
          Set it aside, and ask an administrator of the trial what to do with it.
        </Text>
      )}
    </Notice>
  );
}

/** Each lot once, in however many packages it lies. */
const sentencesOf = (request: Asked): string[] => [
  ...new Set(
    namedPackages(request).flatMap(({ items }) =>
      items.flatMap(({ name, lotNumber, recalledAt }) =>
        recalledAt ? [`${recalledWords({ drugName: name, lotNumber, recalledAt })}.`] : [],
      ),
    ),
  ),
];
