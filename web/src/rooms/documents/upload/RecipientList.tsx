import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { SuggestField } from '#kit/SuggestField.tsx';
import { inOrder, isEmail, longestRecipient, mayAdd, moved, type Recipient, withOneMore } from './draft.ts';
import type { usePeople } from './people.ts';
import classes from './Upload.module.css';

/** Who signs a document, in the order in which they do (UPW-09 to UPW-13). */
export function RecipientList(props: {
  recipients: readonly Recipient[];
  people: ReturnType<typeof usePeople>;
  colours: readonly string[];
  onChange: (recipients: readonly Recipient[]) => void;
}) {
  const { recipients, people, colours, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const [left, setLeft] = useState<readonly number[]>([]);
  const change = (recId: number, part: Partial<Recipient>) =>
    onChange(inOrder(recipients.map((one) => (one.recId === recId ? { ...one, ...part } : one))));
  const optionOf = ({ name, email }: { name: string; email: string }) => `${name}, ${email}`;
  /** The keyboard goes on at the new place, or where the list goes on. */
  const focusAfter = (place: number, field: 'input' | 'button') =>
    requestAnimationFrame(() => list.current?.children[place]?.querySelector<HTMLElement>(field)?.focus());
  const errorOf = ({ recId, email }: Recipient): string | null => {
    if (!left.includes(recId) || email.trim() === '') return null;
    if (!isEmail(email.trim())) return 'Invalid email format';
    return people.isUnknown(email) ? 'No one in these care groups has this email.' : null;
  };
  return (
    <Stack gap="sm">
      {people.isError && (
        <Text role="alert" c="red.9">
          The people of these care groups could not be loaded.
        </Text>
      )}
      <ol className={classes.recipients} ref={list} aria-label="Recipients">
        {recipients.map((one, at) => (
          <li
            key={one.recId}
            className={classes.recipient}
            style={{ '--of-recipient': one.color } as CSSProperties}
            data-colour={one.color}
            aria-label={`Recipient ${one.signingOrder}`}
          >
            <Text span className={classes.order}>
              {one.signingOrder}
            </Text>
            <SuggestField
              label={`Name of recipient ${one.signingOrder}`}
              required
              most={longestRecipient.name}
              value={one.name}
              options={people.people.map(optionOf)}
              onType={(name) => change(one.recId, { name })}
              onPick={(option) => {
                const person = people.people.find((known) => optionOf(known) === option);
                if (person) change(one.recId, { name: person.name, email: person.email });
              }}
            />
            <LimitedTextInput
              label={`Email of recipient ${one.signingOrder}`}
              type="email"
              required
              most={longestRecipient.email}
              value={one.email}
              onChange={(event) => change(one.recId, { email: event.currentTarget.value })}
              onBlur={() => setLeft([...left, one.recId])}
              error={errorOf(one)}
              autoComplete="off"
            />
            <Group gap={4} wrap="nowrap" className={classes.moves}>
              <Move
                label={`Move recipient ${one.signingOrder} up`}
                disabled={at === 0}
                onPress={() => onChange(moved(recipients, at, at - 1))}
              >
                <IconArrowUp size={18} aria-hidden />
              </Move>
              <Move
                label={`Move recipient ${one.signingOrder} down`}
                disabled={at === recipients.length - 1}
                onPress={() => onChange(moved(recipients, at, at + 1))}
              >
                <IconArrowDown size={18} aria-hidden />
              </Move>
              <Move
                label={`Remove recipient ${one.signingOrder}`}
                onPress={() => {
                  onChange(inOrder(recipients.filter(({ recId }) => recId !== one.recId)));
                  focusAfter(Math.max(0, at - 1), 'input');
                }}
              >
                <IconTrash size={18} aria-hidden />
              </Move>
            </Group>
          </li>
        ))}
      </ol>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={!mayAdd(recipients)}
          onClick={() => {
            onChange(withOneMore(recipients, colours));
            focusAfter(recipients.length, 'input');
          }}
        >
          Add recipient
        </Button>
        <Text c="gray.7">They sign one after the other, in this order.</Text>
      </Group>
    </Stack>
  );
}

function Move(props: { label: string; disabled?: boolean; onPress: () => void; children: ReactNode }) {
  const { label, disabled = false, onPress, children } = props;
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </ActionIcon>
  );
}
