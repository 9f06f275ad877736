import '#kit/later-styles.ts';
import { Stack, Tabs, TextInput } from '@mantine/core';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { wordsOfColour } from './colour.ts';
import { PharmacyFields, SenderFields } from './ContactFields.tsx';
import {
  bodyOf,
  type Draft,
  draftFields,
  draftOf,
  keepsHours,
  labels,
  newDraft,
  type Problems,
  problemsIn,
  serverProblems,
  type Tab,
  tabOf,
  tabs,
} from './form.ts';
import type { Size } from './crop.ts';
import { dayProblem, days } from './hours.ts';
import { HoursFields } from './HoursFields.tsx';
import { ImageField } from './ImageField.tsx';
import { brandNow, useAddBrand, useChangeBrand, useSenders, useUploadTerms } from './queries.ts';
import { TermsField } from './TermsField.tsx';
import classes from './companies.module.css';

interface Props {
  /** The one to change; none to add one. */
  brand?: BrandInfo;
  /** Only what the pharmacy behind the brand is called and where it is reached. */
  pharmacyOnly?: boolean;
  onClose: () => void;
}

/** Adds a brand, or changes one (BST-02, BST-03). */
export function BrandDialog(props: Props) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const title = !props.brand ? 'Add New Brand' : props.pharmacyOnly ? 'Update Pharmacy Info' : 'Update Brand Info';
  return (
    <Dialog
      opened
      onClose={props.onClose}
      mayClose={!busy}
      dirty={dirty}
      size={props.pharmacyOnly ? 'lg' : '70rem'}
      title={title}
    >
      <Form {...props} onBusy={setBusy} onDirty={setDirty} />
    </Dialog>
  );
}

type ImageName = 'header' | 'logo' | 'favicon' | 'signInImage';

interface FormProps extends Props {
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

const problemsOf = (draft: Draft, base: BrandInfo | undefined): Problems => {
  const problems = problemsIn(draft, base);
  if (keepsHours(draft, base)) return problems;
  const wrong = days.map((day) => dayProblem(draft.hours[day])).find((problem) => problem !== null);
  if (wrong) problems.hours = wrong;
  return problems;
};

function Form({ brand, pharmacyOnly = false, onClose, onBusy, onDirty }: FormProps) {
  const { companyId } = useViewer();
  const senders = useSenders();
  const adding = useAddBrand();
  const changing = useChangeBrand();
  const uploadTerms = useUploadTerms();
  const [base, setBase] = useState(brand);
  const [tab, setTab] = useState<Tab>('contact');
  const [sending, setSending] = useState(false);
  const [said, setSaid] = useState<Refused | null>(null);
  /** Terms that are there already, when what came after them failed. */
  const uploaded = useRef<{ file: File; documentId: number } | null>(null);
  const { form, dirty, sent, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: brand ? draftOf(brand) : newDraft,
    validate: (given) => problemsOf(given, base),
    onDirty,
    fields: draftFields,
  });
  const draft = form.values;
  const [picking, setPicking] = useState<readonly ImageName[]>([]);
  const isPicking = picking.length > 0;
  useLayoutEffect(() => onDirty(dirty || isPicking), [onDirty, dirty, isPicking]);

  const termsOf = async (file: File): Promise<number> => {
    if (uploaded.current?.file !== file) uploaded.current = { file, documentId: await uploadTerms(file) };
    return uploaded.current.documentId;
  };

  const send = async (given: Draft) => {
    onBusy(true);
    setSending(true);
    setSaid(null);
    try {
      const body = bodyOf(given, companyId, base);
      if (base) await changing.mutateAsync({ body: { ...body, brandId: base.brandId, version: base.version } });
      else if (given.terms) await adding.mutateAsync({ body: { ...body, termDocId: await termsOf(given.terms) } });
      toastSuccess(`${body.companyName} was ${base ? 'changed' : 'added'}.`);
      onClose();
    } catch (failure) {
      await explain(failure, given);
    } finally {
      setSending(false);
      onBusy(false);
    }
  };

  /** A stale edit is shown against what is there now (REL-07). */
  const explain = async (failure: unknown, given: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale' && base) {
      const current = await brandNow(base).catch(() => undefined);
      if (current) {
        takeOver(draftOf(base), given, draftOf(current), isOwnChange(failure));
        setBase(current);
        return;
      }
    }
    const problems = serverProblems(failure.fields);
    form.setErrors(problems);
    const place = tabOf(problems);
    if (place) return setTab(place);
    const act = base ? { done: 'changed', press: 'Save' } : { done: 'added', press: 'Add New Brand' };
    setSaid(refusedAs(failure, { of: 'The brand was', ...act }));
  };

  const missing: typeof showProblems = (problems, values, event) => {
    setTab(tabOf(problems as Problems) ?? tab);
    showProblems(problems, values, event);
  };
  const set = form.setFieldValue;
  /** An image that is picked is seen, and must not be left out unsaid. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isPicking) return form.onSubmit(send, missing)(event);
    event.preventDefault();
    const problems = Object.fromEntries(picking.map((field) => [field, 'Use this image or cancel it first.']));
    form.setErrors(problems);
    missing(problems, draft, event);
  };
  const image = (field: ImageName, frame: Size) => (
    <ImageField
      label={labels[field]}
      frame={frame}
      value={draft[field]}
      error={form.errors[field] as string | undefined}
      onChange={(address) => set(field, address)}
      onPicking={(now) => {
        setPicking((before) => [...before.filter((name) => name !== field), ...(now ? [field] : [])]);
        form.clearFieldError(field);
      }}
    />
  );
  const panels = {
    contact: (
      <Stack gap="md">
        <PharmacyFields form={form} sent={sent} />
        <SenderFields form={form} senders={senders} />
      </Stack>
    ),
    hours: (
      <HoursFields value={draft.hours} isKept={keepsHours(draft, base)} onChange={(hours) => set('hours', hours)} />
    ),
    header: (
      <Stack gap="lg">
        {image('header', { width: 960, height: 240 })}
        {image('signInImage', { width: 960, height: 1200 })}
      </Stack>
    ),
    logo: (
      <Stack gap="lg">
        {image('logo', { width: 528, height: 112 })}
        {image('favicon', { width: 96, height: 96 })}
        <TextInput
          label={labels.primaryColour}
          description={wordsOfColour(draft.primaryColour)}
          placeholder="#0f6b6b"
          autoComplete="off"
          {...form.getInputProps('primaryColour')}
        />
      </Stack>
    ),
    terms: (
      <Stack gap="md">
        <TermsField
          value={draft.terms}
          error={form.errors['terms'] as string | undefined}
          onChange={(file) => set('terms', file)}
        />
        <TextInput label={labels.termsURL} type="url" autoComplete="off" {...form.getInputProps('termsURL')} />
      </Stack>
    ),
  } satisfies Record<Tab, unknown>;
  // BST-03: the terms of a brand that is there have a dialog of their own.
  const shown = tabs.filter(({ key }) => !base || key !== 'terms');

  return (
    <form noValidate aria-label="Brand" onSubmit={submit}>
      <Stack gap="md">
        {changed && <ChangedNotice what="brand" {...changed} />}
        {pharmacyOnly ? (
          <PharmacyFields form={form} sent={sent} />
        ) : (
          <Tabs value={tab} onChange={(next) => next && setTab(next as Tab)}>
            <Tabs.List aria-label="Brand" mb="md" data-looking>
              {shown.map(({ key, title }) => (
                <Tabs.Tab key={key} value={key}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.beside}>
              <div>
                {shown.map(({ key }) => (
                  <Tabs.Panel key={key} value={key}>
                    {panels[key]}
                  </Tabs.Panel>
                ))}
              </div>
              <BrandPreview draft={draft} hasTerms={base ? base.termDocId !== null : false} senders={senders} />
            </div>
          </Tabs>
        )}
        <DialogFooter
          refused={said}
          says={
            !base && !draft.terms ? 'A brand needs its terms: please add them under Terms & Conditions.' : undefined
          }
        >
          <DialogCancel disabled={sending} />
          <SubmitButton busy={sending} ready={base ? dirty || isPicking : draft.terms !== null}>
            {base ? 'Save' : 'Add New Brand'}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
