import { Button, Stack, Text, Title } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { earlyText } from '@portal/contract/lots/rules.ts';
import { asDay } from '#kit/today.ts';
import { useFocusAfter } from '../request/focus-after.ts';
import { Facts } from '../view/Facts.tsx';
import { PackageList } from '../view/PackageList.tsx';
import { factsOf } from '../view/request-facts.tsx';
import { AskedAndPacked, ShortTick } from './AskedAndPacked.tsx';
import classes from './Packing.module.css';
import type { StepProps } from './ReplacementsStep.tsx';
import { earlyLots, packagesOf, packedLines, shortWords, uncheckedItems, withDaysChecked } from './shipping-draft.ts';
import type { WholeRequest } from '../sides.ts';

/** SHF-03: everything once more before it is sent. */
export function ReviewStep({ draft, order, change, request }: StepProps & { request: WholeRequest }) {
  const unchecked = uncheckedItems(draft, order);
  const lines = packedLines(draft, order);
  const { root, focusAfter } = useFocusAfter();
  const check = () => {
    change(withDaysChecked(draft, order));
    focusAfter('[data-packages]');
  };
  const hasShort = shortWords(draft, order) !== '';
  const nameOf = (productId: number) => {
    const line = lines.find((one) => one.productId === productId);
    return line ? productName(line) : '';
  };
  const unitOf = (productId: number) => lines.find((line) => line.productId === productId)?.quantityUnit ?? '';
  const packages = packagesOf(draft, order).map((one) => ({
    ...one,
    items: one.items.map((item) => ({ ...item, name: nameOf(item.productId), unit: unitOf(item.productId) })),
  }));
  return (
    <Stack gap="lg" ref={root}>
      <Facts facts={factsOf('review', request)} />
      <section>
        <Title order={3} size="h5" mb="xs">
          Products
        </Title>
        {lines.map((packed) => (
          <Text key={packed.productId}>
            {packed.quantity} × {productName(packed)}
            {packed.isReplacement && ` (instead of ${productName(packed.line)})`}
          </Text>
        ))}
        {hasShort && <AskedAndPacked lines={lines} packages={packagesOf(draft, order)} />}
      </section>
      <section>
        <Title order={3} size="h5" mb="xs" tabIndex={-1} style={{ outline: 'none' }} data-packages>
          Packages
        </Title>
        <PackageList packages={packages} />
        {earlyLots(draft, order).map((lot) => (
          <Text key={`${lot.drugName} ${lot.lotNumber}`} size="sm" mt="xs" fw={600} className={classes.check}>
            {earlyText([lot], order)}
          </Text>
        ))}
        {unchecked.length > 0 && (
          <>
            <Text size="sm" mt="xs" className={classes.check}>
              {`Please check the expiry of ${unchecked.length === 1 ? 'one item' : `${unchecked.length} items`}: the suggested date has not been changed.`}
            </Text>
            {/* Each of them is the day that the form suggests. */}
            <Button variant="default" size="compact-sm" mt={4} onClick={check}>
              {asDay(unchecked[0]?.expirationDate)} is right
            </Button>
          </>
        )}
      </section>
      <ShortTick draft={draft} order={order} change={change} />
    </Stack>
  );
}
