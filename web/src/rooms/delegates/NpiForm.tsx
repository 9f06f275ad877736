import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type NpiEntry, npiEntry } from '@portal/contract/delegates/endpoints.ts';
import { type FormEvent, useRef, useState } from 'react';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { type Difference, rebase } from '#kit/rebase.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';

type Field = keyof NpiEntry;
const labels: Record<Field, string> = { fName: 'First Name', lName: 'Last Name', npi: 'NPI' };
const fields = ['fName', 'lName', 'npi'] as const satisfies readonly Field[];
const empty: NpiEntry = { npi: '', fName: '', lName: '' };

/** What an entry is by now, where somebody else has changed it meanwhile, or one's own first try (REL-07). */
export interface Changed<T extends NpiEntry> {
  now: T;
  isOwn: boolean;
}
/** Whether an entry was taken, or what it is by now. */
export type Taken<T extends NpiEntry = NpiEntry> = boolean | Changed<T>;

/**
 * A physician for whom a delegate acts (PHY-10, PHY-11). `entry` is the one that is edited: its NPI stays as it is (PHY-13).
 * What was typed goes away once `onSave` says that it was taken.
 */
export function NpiForm(props: {
  entry?: NpiEntry;
  busy?: boolean;
  onSave: (entry: NpiEntry) => Promise<Taken> | Taken;
  onCancel?: () => void;
  onTyped?: (typed: boolean) => void;
}) {
  const { entry, busy, onSave, onCancel, onTyped } = props;
  const [before, setBefore] = useState(entry ?? empty);
  const [typed, setTyped] = useState(before);
  const [changed, setChanged] = useState<{ differences: readonly Difference[]; isOwn: boolean } | null>(null);
  const [shown, setShown] = useState<ReadonlySet<Field>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const checked = npiEntry.safeParse({ npi: typed.npi, fName: typed.fName, lName: typed.lName });
  const problemOf = (field: Field) =>
    shown.has(field) ? checked.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const type = (field: Field, text: string) => {
    const next = { ...typed, [field]: text };
    setTyped(next);
    onTyped?.(isOther(next, before));
  };
  const takeOver = ({ now: theirs, isOwn }: Changed<NpiEntry>) => {
    const rebased = rebase(before, typed, theirs, { labels, shown: (draft, field) => draft[field] });
    setBefore(theirs);
    setTyped(rebased.draft);
    setChanged({ differences: rebased.differences, isOwn });
    onTyped?.(isOther(rebased.draft, theirs));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!checked.success) {
      setShown(new Set(fields));
      // After the messages are there.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const taken = await onSave(checked.data);
    if (taken === false) return;
    if (taken !== true) return takeOver(taken);
    setTyped(empty);
    setShown(new Set());
    onTyped?.(false);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} noValidate aria-label={entry ? 'Edit NPI' : 'Add NPI'} onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {changed && <ChangedNotice what="NPI" {...changed} />}
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm">
          {fields.map((field) => (
            <TextInput
              key={field}
              label={labels[field]}
              required
              autoComplete="off"
              inputMode={field === 'npi' ? 'numeric' : undefined}
              readOnly={field === 'npi' && entry !== undefined}
              variant={field === 'npi' && entry !== undefined ? 'filled' : undefined}
              value={typed[field]}
              error={problemOf(field)}
              onChange={(event) => type(field, event.currentTarget.value)}
              // An empty field may still be filled: sending the form asks for it.
              onBlur={() => typed[field].trim() !== '' && setShown(new Set([...shown, field]))}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={busy}>
              Cancel
            </Button>
          )}
          <SubmitButton variant="light" busy={busy}>
            {entry ? 'Save' : 'Add NPI'}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

const isOther = (one: NpiEntry, other: NpiEntry): boolean => fields.some((field) => one[field] !== other[field]);
