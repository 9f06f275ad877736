import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { otherUnit, quantityUnits } from '@portal/contract/products/rules.ts';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { whetherDone } from '#api/unanswered.ts';
import { oneOf } from '#kit/amount.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DialogFooter } from '#kit/Dialog.tsx';
import type { Difference } from '#kit/rebase.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { isOfLostAnswer, refusedAs } from '#shared/way-on.ts';
import {
  bodyOf,
  type Draft,
  digits,
  draftOf,
  type Field,
  isSame,
  labels,
  newDraft,
  type Problems,
  problemsIn,
  rebased,
  serverProblems,
} from './form.ts';
import { alertText, doneText, failedText, goneText, type OperationName } from './operations.ts';
import { readNow, useAdd, useChange, useRemove } from './queries.ts';

/** One product, or a new one (PRD-03 to PRD-15). */
export function ProductForm(props: {
  gId: number;
  /** None to add one. */
  product: Product | undefined;
  /** Somebody else has deleted it; what was typed stays, to be copied. */
  isGone: boolean;
  /** Otherwise it is for reading. */
  mayChange: boolean;
  onDirty: (dirty: boolean) => void;
  onBusy: (busy: boolean) => void;
  onReset: () => void;
  /** With the product to show next. */
  onSaved: (productId: number | null) => Promise<void>;
  /** The server knows of no such product. */
  onMissing: () => Promise<unknown>;
  takesFocus: boolean;
}) {
  const { gId, product, isGone, mayChange, onDirty, onBusy, onReset, onSaved, onMissing, takesFocus } = props;
  const [base, setBase] = useState(product);
  const before = base ? draftOf(base) : newDraft;
  const [draft, setDraft] = useState(before);
  const [sent, setSent] = useState(false);
  const [told, setTold] = useState<Problems>({});
  const [failed, setFailed] = useState<{ operation: OperationName; refused: Refused } | null>(null);
  const [changed, setChanged] = useState<{ differences: Difference[]; isOwn: boolean } | null>(null);
  const [removing, setRemoving] = useState(false);
  const sheet = useRef<HTMLFormElement>(null);
  const startsHere = useRef(takesFocus);
  useEffect(() => {
    if (startsHere.current) sheet.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  const [add, change, remove] = [useAdd(), useChange(), useRemove()];
  const busy = add.isPending || change.isPending || remove.isPending;
  const dirty = !isSame(draft, before);
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);
  // PRD-05: nothing is said of an empty field before the first try to save.
  const problems: Problems = { ...(sent ? problemsIn(draft) : {}), ...told };

  const type = <F extends Field>(field: F, value: Draft[F]) => {
    setDraft((now) => ({ ...now, [field]: value }));
    setTold((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)));
  };
  const textOf = (field: Exclude<Field, 'pharmacySupplied' | 'wholesalerSupplied'>) => ({
    label: labels[field],
    value: draft[field],
    error: problems[field],
    onChange: (event: { currentTarget: { value: string } }) => type(field, event.currentTarget.value),
    autoComplete: 'off',
    disabled: busy,
    readOnly: !mayChange,
  });
  const quantityOf = (field: Parameters<typeof textOf>[0]) => ({
    ...textOf(field),
    onChange: (kept: string) => type(field, kept),
    allowed: digits,
    inputMode: 'numeric' as const,
    // As many as the largest quantity has; a longer one is not taken at all.
    maxLength: 6,
  });

  const tryTo = async (operation: OperationName, work: () => Promise<number | null>) => {
    setFailed(null);
    onBusy(true);
    try {
      const next = await work();
      toastSuccess(doneText(operation));
      await onSaved(next);
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      if (failure.status === 401) return;
      if (failure.code === 'stale' && (await showTheirs(failure))) return;
      if (failure.code === 'not_found') await onMissing();
      toastFailure(failedText(operation), whetherDone(failure));
      setTold(serverProblems(failure.fields));
      setFailed({ operation, refused: refusalOf(failure, operation) });
    } finally {
      onBusy(false);
    }
  };

  /** A stale change is shown against what is there now (REL-07). */
  const showTheirs = async (failure: CallFailure): Promise<boolean> => {
    const current = base && (await readNow(gId, base.productId).catch(() => undefined));
    if (!current) return false;
    const next = rebased(before, draft, draftOf(current));
    setBase(current);
    setDraft(next.draft);
    setChanged({ differences: next.differences, isOwn: isOwnChange(failure) });
    return true;
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!mayChange || isGone) return;
    setSent(true);
    if (Object.keys(problemsIn(draft)).length > 0) {
      // Once all of them say so.
      requestAnimationFrame(() => sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const body = bodyOf(draft, gId);
    void (base
      ? tryTo('update', async () => {
          await change.mutateAsync({ body: { ...body, productId: base.productId, version: base.version } });
          return base.productId;
        })
      : tryTo('add', async () => (await add.mutateAsync({ body })).productId));
  };
  const removeIt = () => {
    setRemoving(false);
    if (!base) return;
    void tryTo('remove', async () => {
      await remove.mutateAsync({ query: { productId: base.productId, g_id: gId } });
      return null;
    });
  };

  return (
    <form ref={sheet} noValidate aria-label={base ? `Product ${base.drugName}` : 'New product'} onSubmit={save}>
      <Stack gap="md">
        <Title order={3}>{base ? base.drugName : 'New product'}</Title>
        {changed && <ChangedNotice what="product" {...changed} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput required {...textOf('drugName')} />
          <TextInput required {...textOf('dosageForm')} />
          <StrictField required {...quantityOf('maxShipmentQuantity')} />
          <NativeSelect
            required
            {...textOf('quantityUnit')}
            // There is no reading a choice without opening it.
            disabled={busy || !mayChange}
            data={[{ value: '', label: 'Choose unit', disabled: true }, ...quantityUnits]}
          />
          {draft.quantityUnit === otherUnit && <TextInput required {...textOf('otherUnit')} />}
          <StrictField required {...quantityOf('quantityDefault')} />
          <StrictField required {...quantityOf('batchQuantityDefault')} />
          <StrictField required {...quantityOf('daysOfSupplyDefault')} />
          <TextInput {...textOf('itemNumber')} />
          <TextInput {...textOf('itemDescription')} />
          <TextInput required {...textOf('directions')} />
        </SimpleGrid>
        {base && bodyOf(draft, gId).quantityUnit !== base.quantityUnit && (
          <Text size="sm">
            Prices that were set per {oneOf(base.quantityUnit)} do not count for another unit. Once this is saved, the
            product needs prices for its new unit. What was asked for before keeps its unit and the prices of it.
          </Text>
        )}
        <Stack component="fieldset" gap={6} m={0} p={0} style={{ border: 0 }}>
          <Text component="legend" size="sm" fw={500} mb={4}>
            Supplied by
          </Text>
          <Group gap="lg">
            {(['pharmacySupplied', 'wholesalerSupplied'] as const).map((field) => (
              <Checkbox
                key={field}
                label={labels[field]}
                checked={draft[field]}
                disabled={busy || !mayChange}
                onChange={(event) => type(field, event.currentTarget.checked)}
              />
            ))}
          </Group>
          {before.pharmacySupplied && !draft.pharmacySupplied && (
            <Text size="sm">Once this is saved, no pharmacy supplies the product at any site.</Text>
          )}
          {before.wholesalerSupplied && !draft.wholesalerSupplied && (
            <Text size="sm">Once this is saved, no wholesaler supplies the product at any site.</Text>
          )}
          {!draft.pharmacySupplied && !draft.wholesalerSupplied && (
            <Text size="sm" c="gray.7">
              A product that neither of them supplies cannot be ordered.
            </Text>
          )}
        </Stack>
        {mayChange && (
          <DialogFooter
            refused={
              isGone ? { ...(failed && { title: alertText(failed.operation) }), text: goneText } : failed?.refused
            }
          >
            {base && (
              <Button variant="default" c="red.9" mr="auto" disabled={busy || isGone} onClick={() => setRemoving(true)}>
                Delete
              </Button>
            )}
            <Button variant="default" disabled={busy || isGone || !dirty} onClick={onReset}>
              Reset
            </Button>
            <SubmitButton busy={add.isPending || change.isPending} ready={!isGone && (base === undefined || dirty)}>
              {base ? 'Save' : 'Add'}
            </SubmitButton>
          </DialogFooter>
        )}
      </Stack>
      <ConfirmDialog
        opened={removing}
        title="Delete product"
        confirm="Delete"
        danger
        onConfirm={removeIt}
        onClose={() => setRemoving(false)}
      >
        Are you sure you want to delete this product?
      </ConfirmDialog>
    </form>
  );
}

const acts = {
  add: { done: 'added', press: 'Add' },
  update: { done: 'changed', press: 'Save' },
  remove: { done: 'deleted', press: 'Delete', isKeyless: true },
};
function refusalOf(failure: CallFailure, operation: OperationName): Refused {
  const [title, why] = [alertText(operation), sentenceOf(failure)];
  if (isOfLostAnswer(failure)) return refusedAs(failure, { of: 'The product was', ...acts[operation], text: title });
  return { title, text: why === failedText(operation) ? null : why };
}
