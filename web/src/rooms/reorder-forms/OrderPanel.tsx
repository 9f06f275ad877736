import { Button, CloseButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { quantityMessage } from '@portal/contract/reorder-forms/rules.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Line, titleOf } from './order.ts';
import classes from './reorder-forms.module.css';

/** What was chosen, with how many of each; and the button that prints it. */
export function OrderPanel(props: {
  lines: readonly Line[];
  /** Null takes it off the order. */
  onQuantity: (key: string, typed: string | null) => void;
  onClear: () => void;
}) {
  const { lines, onQuantity, onClear } = props;
  const panel = useRef<HTMLElement>(null);
  const print = () => {
    const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else window.print();
  };
  /** What the button stood on is gone: the keyboard goes on from the title. */
  const thenTitle = (change: () => void) => {
    change();
    panel.current?.querySelector('h2')?.focus();
  };
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="reorder-panel">
      <Title order={2} id="reorder-panel" tabIndex={-1} className={classes.title}>
        Your order
      </Title>
      <Text size="sm" c="gray.7" role="status">
        {lines.length === 0 && 'Choose medications in the list.'}
        {lines.length === 1 && '1 medication chosen'}
        {lines.length > 1 && `${lines.length} medications chosen`}
      </Text>
      {lines.length > 0 && (
        <Stack gap="md" mt="sm">
          <ul className={classes.lines}>
            {lines.map(({ choice, typed, quantity }) => (
              <li key={choice.key} className={classes.line}>
                <div className={classes.words}>
                  <Text fw={500}>{choice.name}</Text>
                  <Text size="sm" c="gray.7">
                    {choice.dosage}
                  </Text>
                </div>
                <TextInput
                  className={classes.quantity}
                  label="Quantity"
                  aria-label={`Quantity of ${titleOf(choice)}`}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  value={typed}
                  error={quantity === null && `Quantity ${quantityMessage}`}
                  onChange={(event) => onQuantity(choice.key, event.currentTarget.value)}
                />
                <CloseButton
                  aria-label={`Remove ${titleOf(choice)}`}
                  onClick={() => thenTitle(() => onQuantity(choice.key, null))}
                />
              </li>
            ))}
          </ul>
          <Group gap="sm">
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
              Print order
            </Button>
            <Button variant="default" onClick={() => thenTitle(onClear)}>
              Clear
            </Button>
          </Group>
        </Stack>
      )}
    </section>
  );
}
