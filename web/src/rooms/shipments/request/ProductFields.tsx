import { Button, CloseButton, Group, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { longest } from '@portal/contract/shipments/rules.ts';
import { Fragment } from 'react';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { Notice } from '#kit/Notice.tsx';
import { namesOfProducts } from '#shared/product-name.ts';
import { useFocusAfter } from './focus-after.ts';
import { FormSection, type SectionProps } from './FormSection.tsx';
import {
  type DraftLine,
  emptyLine,
  lineOf,
  otherUnitText,
  productOf,
  problemsOfLine,
  quantityIn,
  renamedText,
  unsuppliedText,
  type UsualNews,
  usualNews,
  withUsual,
} from './request-draft.ts';
import type { RefusedLine } from './refused.ts';
import { refusedOf, wholesalerReads } from '../sentences.ts';
import { WholeNumberField } from './WholeNumberField.tsx';

interface Refused {
  /** What the server said of the lines that were sent to it, by their keys. */
  refused: ReadonlyMap<number, RefusedLine>;
}

/** What is ordered; a product is offered once (SHC-08 to SHC-15). */
export function ProductFields({ draft, around, change, refused }: SectionProps & Refused) {
  const { lines } = draft;
  const setLine = (key: number, changes: Partial<DraftLine>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) });
  const isFull = lines.length >= around.products.length;
  const { root, focusAfter } = useFocusAfter<HTMLFieldSetElement>();
  const focusLine = (line: DraftLine | undefined) => line && focusAfter(`[data-line="${line.key}"] input`);
  const add = () => {
    const line = emptyLine();
    change({ lines: [...lines, line] });
    focusLine(line);
  };
  const remove = (at: number) => {
    change({ lines: lines.filter((_, i) => i !== at) });
    focusLine(lines[at + 1] ?? lines[at - 1]);
  };
  return (
    <FormSection legend="Products" ref={root}>
      {lines.map((line, i) => (
        <ProductLine
          key={line.key}
          name={`product ${i + 1}`}
          line={line}
          around={around}
          refused={refused.get(line.key) ?? {}}
          taken={lines.flatMap((other) => (other === line || other.productId === null ? [] : [other.productId]))}
          change={(changes) => setLine(line.key, changes)}
          remove={lines.length > 1 ? () => remove(i) : undefined}
        />
      ))}
      {isFull ? (
        <NothingToAdd around={around} />
      ) : (
        <Group>
          <Button variant="default" size="xs" onClick={add}>
            Add product
          </Button>
        </Group>
      )}
    </FormSection>
  );
}

/** Why no further product can be added: all are listed (SHC-15), there are none, or they could not be read. */
function NothingToAdd({ around: { products, productsFailed, reloadProducts } }: Pick<SectionProps, 'around'>) {
  if (productsFailed)
    return (
      <Group>
        <Text size="sm" c="gray.7">
          The products of this trial could not be loaded.
        </Text>
        <Button variant="default" size="xs" onClick={reloadProducts}>
          Try again
        </Button>
      </Group>
    );
  return (
    <Text size="sm" c="gray.7">
      {products.length === 0
        ? 'This trial has no products yet.'
        : 'You have reached the maximum number of products for this trial.'}
    </Text>
  );
}

interface LineProps {
  name: string;
  line: DraftLine;
  around: SectionProps['around'];
  refused: RefusedLine;
  taken: number[];
  change: (changes: Partial<DraftLine>) => void;
  remove?: () => void;
}

function ProductLine({ name, line, around, refused, taken, change, remove }: LineProps) {
  const product = productOf(line, around);
  const unsupplied = product && unsuppliedText(product);
  const isGone = line.productId !== null && !product;
  const shownName = product ? namesOfProducts(around.products)(product) : line.name || name;
  const offered = around.products.filter((one) => !taken.includes(one.productId));
  return (
    <Paper withBorder p="sm" role="group" aria-label={`Product line: ${shownName}`} data-line={line.key}>
      <Stack gap="sm">
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Select
            flex={1}
            label="Product"
            required
            placeholder="Choose product"
            data={offered.map((one) => ({ value: String(one.productId), label: productName(one) }))}
            value={product ? String(product.productId) : null}
            error={
              isGone
                ? `${line.name} is not a product of this trial any more. Choose another one${remove ? ', or remove this line' : ''}.`
                : refused.productId && refusedOf(line.name, refused.productId)
            }
            onChange={(value) => {
              const picked = around.products.find((one) => String(one.productId) === value);
              if (picked) change(lineOf(picked, around.isBatch));
            }}
            allowDeselect={false}
            searchable={around.products.length > 8}
            nothingFoundMessage="No products found"
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          {remove && <CloseButton mb={4} aria-label={`Remove ${shownName}`} onClick={remove} />}
        </Group>
        {product && (
          <Amounts
            line={line}
            product={product}
            change={change}
            refused={refused}
            directionsHint={product.wholesalerSupplied ? wholesalerReads : undefined}
          />
        )}
        {unsupplied && (
          <Notice tone="warning" title={unsupplied}>
            Please ask your administrator to set its supplier, or choose a different product.
          </Notice>
        )}
        {product && !product.pharmacySupplied && !product.wholesalerSupplied && (
          <Notice tone="warning" title="This product does not have a supplier type.">
            Please add a supplier type in Care Group Management or select a different product.
          </Notice>
        )}
      </Stack>
    </Paper>
  );
}

type AmountProps = Pick<LineProps, 'line' | 'change'> & {
  product: NonNullable<ReturnType<typeof productOf>>;
  /** What to mind when the directions are typed. */
  directionsHint?: string | undefined;
  refused?: RefusedLine;
};

/** The fields of a line, the same for what is ordered and for what stands in for it (PKG-13). */
export function Amounts({ line, product, change, directionsHint, refused }: AmountProps) {
  const problems = { ...refused, ...problemsOfLine(line, product) };
  const { root, focusAfter } = useFocusAfter();
  const take = (news: UsualNews) => {
    change(withUsual(line, news));
    focusAfter(`[data-field="${news.field}"]`);
  };
  return (
    <Stack gap="sm" ref={root}>
      <ProductNews line={line} product={product} take={take} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <WholeNumberField
          label={`Quantity (${product.quantityUnit})`}
          value={quantityIn(line, product)}
          onChange={(quantity) => change({ quantity, quantityUnit: product.quantityUnit })}
          error={problems.quantity ?? problems.quantityUnit}
        />
        <WholeNumberField
          data-field="daysOfSupply"
          label="Days of supply"
          value={line.daysOfSupply}
          onChange={(daysOfSupply) => change({ daysOfSupply })}
          error={problems.daysOfSupply}
        />
      </SimpleGrid>
      <LimitedTextarea
        data-field="directions"
        label="Directions"
        description={directionsHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        rows={2}
        // They stay one line where they are printed.
        onChange={(event) =>
          change({ directions: event.currentTarget.value.replace(/[\r\n]+/g, ' '), directionsTyped: true })
        }
        value={line.directions}
        error={problems.directions}
        most={longest.directions}
      />
    </Stack>
  );
}

/** What a product is called and counted in by now, and what is usual of it: that is sent only where a press takes it over. */
function ProductNews({
  line,
  product,
  take,
}: Pick<AmountProps, 'line' | 'product'> & { take: (news: UsualNews) => void }) {
  const changes = [renamedText(line, product), otherUnitText(line, product)].filter((one) => one !== null);
  const usual = usualNews(line, product);
  if (changes.length + usual.length === 0) return null;
  const isChanged = changes.length > 0 || !line.isOrderedAgain;
  return (
    <Notice
      key={[...changes, ...usual.map(({ text }) => text)].join()}
      tone="warning"
      title={
        isChanged
          ? 'This product has been changed.'
          : 'The earlier request differs from what is usual for this product now.'
      }
    >
      <Stack gap="xs" align="flex-start">
        {changes.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {usual.map((news) => (
          <Fragment key={news.field}>
            <Text size="sm">{news.text}</Text>
            <Button variant="default" size="compact-sm" onClick={() => take(news)}>
              {`Use the usual ${news.words}`}
            </Button>
          </Fragment>
        ))}
      </Stack>
    </Notice>
  );
}
