import '#kit/all-styles.ts';
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { PageChoice, ZoomChoice } from '#kit/PdfTools.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { type Place, useView, zoomSteps } from '#shared/pdf-form/use-view.ts';
import {
  type Drawing,
  type Filling,
  hasPlace,
  isChanged,
  missingOf,
  namesOf,
  nextAfter,
  nothingFilled,
  tooLongOf,
  valueOf,
} from './filling.ts';
import { distanceTo, isTooSmall, zoomToFill } from './large-enough.ts';
import { type FormToSign, type OwnField, readOwnFields } from './own-fields.ts';
import { Pages } from './Pages.tsx';
import type { Dealt } from './queries.ts';
import { RejectReport } from './RejectReport.tsx';
import type { SignDocumentProps } from './SignDocument.tsx';
import { SignField } from './SignField.tsx';
import classes from './signing.module.css';
import { type Finalized, useSubmit } from './submit.ts';
import { writeFilling } from './write-filling.ts';

interface Props extends SignDocumentProps {
  dealt: Dealt;
}

/** Reads which fields are this signer's, and lets them be filled in. */
export function FillForm(props: Props) {
  const { file, signerNum } = props.dealt;
  const [form, setForm] = useState<FormToSign | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    void file
      .arrayBuffer()
      .then((bytes) => readOwnFields(new Uint8Array(bytes), signerNum ?? 0))
      .then(
        (found) => !isGone && setForm(found),
        () => !isGone && setBroken(true),
      );
    return () => {
      isGone = true;
    };
  }, [file, signerNum]);
  if (form) return <Form {...props} form={form} />;
  return (
    <div className={classes.waiting}>
      {isBroken ? (
        <Failed message="The fields of this document cannot be read." />
      ) : (
        <Loading label="Loading the document" />
      )}
    </div>
  );
}

function Form({ dealt, link, form, onSigned, onRejected, onHolds }: Props & { form: FormToSign }) {
  const [filling, setFilling] = useState<Filling>(nothingFilled);
  const [finalized, setFinalized] = useState<Finalized | null>(null);
  const [isWriting, setWriting] = useState(false);
  const [isUnwritten, setUnwritten] = useState(false);
  const [signing, setSigning] = useState<OwnField | null>(null);
  const [isRejecting, setRejecting] = useState(false);
  const [said, setSaid] = useState('');
  // Nobody fills in, or signs, what is not to be seen.
  const [isShown, setShown] = useState(false);
  const last = useRef<string | null>(null);
  const latest = useRef(filling);
  const submitButton = useRef<HTMLDivElement>(null);
  const { submit, isBusy, sent, notSigned, forget } = useSubmit(dealt, link, onSigned);
  const missing = missingOf(form, filling);
  const overlong = tooLongOf(form, filling);
  const isComplete = missing.length === 0 && overlong.length === 0;
  const canGoOn = isShown && missing.length > 0;
  const dirty = isChanged(form, filling);
  // It is decided: nothing that is filled in can be sent any more.
  const isOver = notSigned !== null && overCodes.has(notSigned.code);

  const largeEnough = useMemo(() => zoomToFill(form), [form]);
  const { ref, element, ...view } = useView(form.pages, { most: Math.max(1.25, largeEnough) });
  // Where a page is as wide as a phone it is only looked at: pressing it, or going to a field, makes it large enough.
  const isOverview = view.zoom < largeEnough && isTooSmall(form, view.zoom);
  const [wanted, setWanted] = useState<{ field: OwnField } | null>(null);
  useHolds({ dirty: dirty && !isOver, busy: isBusy }, onHolds);

  /** Whatever is changed after "Finalize" is not in the finalized file (OPS-60). */
  const change = (next: Filling) => {
    latest.current = next;
    setFilling(next);
    setFinalized(null);
    setUnwritten(false);
    forget();
  };
  useEffect(() => {
    if (!wanted) return;
    const found = [...(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
      (one) => one.dataset['field'] === wanted.field.name,
    );
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [wanted, element]);
  const goTo = (field: OwnField | undefined) => {
    if (isOverview) view.setZoom(largeEnough);
    if (field) setWanted({ field });
  };
  const goToNext = () => {
    const next = nextAfter(missing, form.fields, last.current);
    goTo(next);
    if (next) setSaid(`${next.words} is required`);
  };
  const drawn = (field: OwnField, drawing: Drawing) => {
    const before = filling.drawings[field.name];
    if (before) URL.revokeObjectURL(before.url);
    change({ ...filling, drawings: { ...filling.drawings, [field.name]: drawing } });
    setSigning(null);
    setSaid(`${field.words} is signed`);
  };

  const finalize = async () => {
    if (missing.length > 0) return goToNext();
    if (overlong.length > 0) return goTo(overlong[0]);
    setWriting(true);
    setUnwritten(false);
    forget();
    try {
      const bytes = await writeFilling(new Uint8Array(await dealt.file.arrayBuffer()), filling);
      // A long document takes seconds to write: what was changed in them is not in it, so it is not what the screen shows.
      if (latest.current !== filling) return;
      setFinalized({ file: new Blob([bytes], { type: dealt.contentType }), drawings: filling.drawings });
      submitButton.current?.querySelector('button')?.focus();
    } catch {
      setUnwritten(true);
    } finally {
      setWriting(false);
    }
  };

  const send = async () => {
    if (!finalized || (await submit(finalized)) !== 'signing.no_proof') return;
    // A proof that is spent or too old is of no use: the fields are open again.
    setFilling(({ values }) => (latest.current = { values, drawings: {} }));
    setFinalized(null);
  };
  useReleased(filling);

  const refused: Refused | false = isUnwritten
    ? {
        title: 'The document could not be finalized',
        text: 'What you filled in could not be written into it. Please try again.',
      }
    : (notSigned?.refused ?? false);
  return (
    <>
      <Group gap="sm">
        {form.pages.length > 1 && (
          <PageChoice at={view.sight.at + 1} count={form.pages.length} onChange={(page) => view.goTo(page - 1)} />
        )}
        <ZoomChoice
          zoom={view.zoom}
          steps={zoomSteps}
          onChange={view.setZoom}
          fits={view.fits}
          onFit={view.fitToWidth}
        />
        <Button
          ml="auto"
          variant="default"
          rightSection={<IconArrowDown size={18} aria-hidden />}
          aria-disabled={!canGoOn}
          data-disabled={!canGoOn || undefined}
          onClick={() => canGoOn && goToNext()}
        >
          Next required field
        </Button>
      </Group>
      <Pages
        file={dealt.file}
        form={form}
        filling={filling}
        frame={ref}
        view={view}
        isLocked={isBusy || isOver}
        isOverview={isOverview}
        onEnlarge={(at) => goTo(nearest(form, at))}
        onShown={() => setShown(true)}
        onChange={(field, value) => {
          if (value === valueOf(field, filling)) return;
          change({ ...filling, values: { ...filling.values, [field.name]: value } });
        }}
        onSign={setSigning}
        onFocus={({ name }) => {
          last.current = name;
        }}
      />
      <DialogFooter
        says={isBusy || isWriting || !isShown ? undefined : saysOf(form, missing, overlong, finalized !== null)}
        refused={!isBusy && refused}
      >
        {isBusy && finalized && <Sending sent={sent} size={finalized.file.size} />}
        <div className={classes.buttons}>
          <DialogCancel disabled={isBusy}>{isOver ? 'Close' : 'Cancel'}</DialogCancel>
          {!isOver && (
            <>
              {dealt.isUserManagementReport && onRejected && (
                <Button variant="default" c="red.9" disabled={isBusy} onClick={() => setRejecting(true)}>
                  Reject
                </Button>
              )}
              <Finalize
                isDone={finalized !== null}
                isNext={isComplete}
                isBusy={isWriting}
                isOff={isBusy || !isShown || !hasPlace(form)}
                onPress={() => void finalize()}
              />
              <div ref={submitButton}>
                <SubmitButton ready={finalized !== null && isComplete} busy={isBusy} onPress={() => void send()}>
                  Submit
                </SubmitButton>
              </div>
            </>
          )}
        </div>
      </DialogFooter>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {signing && (
        <SignField
          kind={dealt.kind}
          srUuid={link.srUuid}
          field={signing}
          onDrawn={(drawing) => drawn(signing, drawing)}
          onClose={() => setSigning(null)}
        />
      )}
      {isRejecting && (
        <RejectReport
          docId={dealt.docId}
          name={dealt.friendlyName}
          onRejected={() => onRejected?.()}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

/** After these nobody can sign what is open here. */
const overCodes: ReadonlySet<string> = new Set(['signing.ended', 'signing.not_turn', 'signing.not_signer']);

/** The field of a page that lies next to a point. */
function nearest({ fields }: FormToSign, at: Place): OwnField | undefined {
  const spots = fields.flatMap((field) => field.spots.map((spot) => ({ field, spot })));
  return spots
    .filter(({ spot }) => spot.page === at.page)
    .toSorted((one, other) => distanceTo(at, one.spot) - distanceTo(at, other.spot))[0]?.field;
}

function saysOf(
  form: FormToSign,
  missing: readonly OwnField[],
  overlong: readonly OwnField[],
  isFinalized: boolean,
): string {
  if (!hasPlace(form))
    return 'This document has no signature field for you, so it cannot be signed. Please ask an administrator to replace it.';
  const left =
    missing.length > 0 &&
    `${missing.length === 1 ? 'One required field is' : `${missing.length} required fields are`} left: ${namesOf(missing)}.`;
  const long = overlong.length > 0 && `Still too long: ${namesOf(overlong)}.`;
  if (left || long) return [left, long].filter(Boolean).join(' ');
  return isFinalized
    ? 'The document is finalized. It is signed once it is submitted.'
    : 'Everything required is filled in. Finalize writes it into the document.';
}

/** It keeps the focus while it works; once everything is written it waits for a change. */
const Finalize = (props: {
  isDone: boolean;
  isNext: boolean;
  isBusy: boolean;
  isOff: boolean;
  onPress: () => void;
}) => (
  <Button
    variant={props.isDone ? 'default' : props.isNext ? 'filled' : 'light'}
    aria-disabled={props.isDone || props.isBusy || props.isOff || undefined}
    data-disabled={props.isDone || props.isOff || undefined}
    onClick={() => {
      if (!props.isDone && !props.isBusy && !props.isOff) props.onPress();
    }}
  >
    Finalize
  </Button>
);

/** How far the file has come; afterwards the server checks it and writes the signature into its own copy. */
function Sending({ sent, size }: { sent: number; size: number }) {
  const megabytes = (size / 1_048_576).toFixed(1);
  return (
    <div className={classes.sending}>
      <progress className={classes.progress} value={sent} aria-label="Submit" />
      <Text c="gray.7">
        {sent < 1
          ? `Sending ${megabytes} MB: ${Math.floor(sent * 100)} %`
          : 'Sent. The document is being checked and signed…'}
      </Text>
    </div>
  );
}

/** Told at once: Escape may be the very next key. */
function useHolds({ dirty, busy }: { dirty: boolean; busy: boolean }, onHolds: SignDocumentProps['onHolds']): void {
  const latest = useRef(onHolds);
  useLayoutEffect(() => {
    latest.current = onHolds;
  });
  useLayoutEffect(() => latest.current?.({ dirty, busy }), [dirty, busy]);
}

/** The images of drawings are given back with the form. */
function useReleased({ drawings }: Filling): void {
  const latest = useRef(drawings);
  useEffect(() => {
    latest.current = drawings;
  });
  useEffect(
    () => () => {
      for (const { url } of Object.values(latest.current)) URL.revokeObjectURL(url);
    },
    [],
  );
}
