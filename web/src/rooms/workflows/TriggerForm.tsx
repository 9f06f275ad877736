import { Group, NativeSelect, Select, Stack } from '@mantine/core';
import {
  longestTriggerDescription,
  triggerTypes,
  type TriggerUnit,
  triggerUnits,
} from '@portal/contract/workflows/rules.ts';
import type { CallFailure } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { Notice } from '#kit/Notice.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { refusedAs } from '#shared/way-on.ts';
import { type Choice, labelsOf } from './choices.ts';
import { missingOf, valueOf } from './trigger.ts';
import type { TriggerDraft } from './use-trigger-draft.ts';

/** What is filled in once nothing is missing. */
export interface Filled {
  id: number;
  triggerType: 'Time';
  triggerValue: string;
  triggerDescription: string;
}

/** What a trigger is of, in words. */
export interface Thing {
  /** "document". */
  name: string;
  /** "a document". */
  one: string;
  placeholder: string;
  notLoaded: string;
  noneLeft: string;
}

/** Adds a part to a workflow, or changes what triggers one (CGW-06 to CGW-10, CGW-12, CGW-13, CGW-15). */
export function TriggerForm(props: {
  thing: Thing;
  filled: TriggerDraft;
  /** The name of the one that is changed; null adds one. */
  changed: string | null;
  /** What can be added. */
  free: readonly Choice[];
  hasTaken: boolean;
  isLoading: boolean;
  isNotLoaded: boolean;
  isPending: boolean;
  error: CallFailure | null;
  onSend: (filled: Filled, name: string) => void;
  onClose: () => void;
}) {
  const { thing, filled, changed, free, hasTaken, isLoading, isNotLoaded, isPending, error, onSend, onClose } = props;
  const { first, draft, differences, isOwn, change } = filled;
  const missing = missingOf(draft, thing.one);
  const isReady = missing.length === 0 && !tooLong(draft.description, longestTriggerDescription);
  const labels = labelsOf(free);
  const warning = free.find(({ id }) => id === draft.id)?.warning;
  const noneLeft = hasTaken && free.length === 0 ? thing.noneLeft : `No ${thing.name} matches.`;
  const nothingFound = isLoading ? 'Loading…' : noneLeft;
  const title = `${thing.name[0]?.toUpperCase()}${thing.name.slice(1)}`;
  const send = () => {
    const { id, type } = draft;
    if (isPending || id === null || type === null || !isReady) return;
    const name = changed ?? free.find((one) => one.id === id)?.name ?? '';
    onSend(
      { id, triggerType: type, triggerValue: valueOf(draft.value), triggerDescription: draft.description.trim() },
      name,
    );
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={changed ?? `Add ${thing.name}`}
      mayClose={!isPending}
      dirty={JSON.stringify(draft) !== JSON.stringify(first)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          {differences && <ChangedNotice what="trigger" differences={differences} isOwn={isOwn} />}
          {changed === null && (
            <Select
              label={title}
              placeholder={thing.placeholder}
              required
              searchable
              data={free.map(({ id }, at) => ({ value: String(id), label: labels[at] ?? '' }))}
              value={draft.id === null ? null : String(draft.id)}
              onChange={(id) => change({ id: id === null ? null : Number(id) })}
              error={isNotLoaded && thing.notLoaded}
              nothingFoundMessage={nothingFound}
              limit={100}
              comboboxProps={{ transitionProps: { duration: 0 } }}
            />
          )}
          {warning && <Notice tone="warning">{warning}</Notice>}
          <NativeSelect
            label="Trigger type"
            required
            data={[{ value: '', label: 'Choose a type', disabled: true }, ...triggerTypes]}
            value={draft.type ?? ''}
            onChange={(event) =>
              change({ type: triggerTypes.find((one) => one === event.currentTarget.value) ?? null })
            }
          />
          <Group gap="sm" align="flex-start" grow>
            <StrictField
              label="Trigger value"
              required
              inputMode="numeric"
              maxLength={4}
              allowed={{ keep: (typed) => typed.replace(/\D/g, ''), refused: /\D/g, only: 'Digits only' }}
              value={draft.value.amount}
              onChange={(amount) => change({ value: { ...draft.value, amount } })}
            />
            <NativeSelect
              label="Unit"
              required
              data={[
                { value: '', label: 'Choose a unit', disabled: true },
                ...Object.entries(triggerUnits).map(([value, label]) => ({ value, label })),
              ]}
              value={draft.value.unit ?? ''}
              onChange={(event) =>
                change({ value: { ...draft.value, unit: event.currentTarget.value as TriggerUnit } })
              }
            />
          </Group>
          <LimitedTextInput
            label="Trigger description"
            required
            most={longestTriggerDescription}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            autoComplete="off"
          />
          <DialogFooter
            says={missing.length > 0 ? `Still missing: ${missing.join('; ')}.` : ''}
            refused={
              error &&
              !isPending &&
              error.status !== 401 &&
              error.code !== 'stale' &&
              refusedAs(error, {
                of: `The ${thing.name} was`,
                ...(changed === null ? { done: 'added', press: 'Add' } : { done: 'changed', press: 'Confirm' }),
              })
            }
          >
            <DialogCancel disabled={isPending} />
            <SubmitButton ready={isReady} busy={isPending}>
              {changed === null ? 'Add' : 'Confirm'}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
