import { Button, CloseButton, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { quantityMessage } from '@portal/contract/reorder-forms/rules.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { Notice } from '#kit/Notice.tsx';
import { type Line, titleOf } from './order.ts';
import classes from './reorder-forms.module.css';

/** What was chosen, with how many of each; and the button that prints it. */
export function OrderPanel(props: {
  lines: readonly Line[];
  /** What has changed of it by itself; nothing is printed before that has been read. */
  told: readonly string[];
  onRead: () => void;
  /** Null takes it off the order. */
  onQuantity: (key: string, typed: string | null) => void;
  onClear: () => void;
}) {
  const { lines, told, onRead, onQuantity, onClear } = props;
  const panel = useRef<HTMLElement>(null);
  const news = useRef<HTMLDivElement>(null);
  const print = () => {
    const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (told.length > 0) news.current?.focus();
    else if (wrong) wrong.focus();
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
      {told.length > 0 && (
        <Stack gap="xs" mt="sm">
          <Notice
            ref={news}
            tone="warning"
            title="The medication list has changed since you chose. Read this before you print."
          >
            <List size="sm">
              {told.map((sentence, at) => (
                // The same may happen to two that are alike.
                <List.Item key={`${at} ${sentence}`}>{sentence}</List.Item>
              ))}
            </List>
          </Notice>
          <Group>
            <Button variant="default" onClick={() => thenTitle(onRead)}>
              I have read this
            </Button>
          </Group>
        </Stack>
      )}
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
