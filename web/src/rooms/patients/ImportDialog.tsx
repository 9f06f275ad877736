import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { ImportedLine } from '@portal/contract/patients/import-endpoints.ts';
import { importColumns, mostImported, shownBirthDate } from '@portal/contract/patients/rules.ts';
import { useId, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { saveCsv } from '#kit/csv.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { FilePicker } from '#kit/FilePicker.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { asDay } from '#kit/today.ts';
import { readText } from '#shared/read-text.ts';
import { distinctNames } from '#shared/site-names.ts';
import { saidAs } from '#shared/way-on.ts';
import { ImportedLines, isSimilar } from './ImportedLines.tsx';
import { useCheckImport, useImport } from './queries.ts';

const patientWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'patient' : 'patients'}`;

/** Brings in the patients of a file: it is checked first, and nobody comes in while anything is wrong with it. */
export function ImportDialog(props: { groups: readonly CareGroup[]; onImported: () => void; onClose: () => void }) {
  const { groups, onImported, onClose } = props;
  const [csv, setCsv] = useState<string | null>(null);
  const [group, setGroup] = useState('');
  const [lines, setLines] = useState<readonly ImportedLine[] | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** The rows that are to come in though some of them are similar. */
  const [agreed, setAgreed] = useState<readonly ImportedLine[] | null>(null);
  const [check, bringIn] = [useCheckImport(), useImport()];
  const reading = useRef(0);
  const id = useId();
  const [file, setFile] = useState(0);
  const nameOf = distinctNames(groups, groups, 'displayName');
  const busy = check.isPending || bringIn.isPending;
  const wrong = (lines ?? []).filter(({ problems }) => problems.length > 0).length;
  const similar = (lines ?? []).filter(isSimilar).length;
  const isPassed = lines !== null && wrong === 0;
  const button = isPassed ? `Import ${patientWords(lines.length)}` : csv === null ? 'Check file' : 'Check again';

  const ask = (text: string, dryRun: boolean) => {
    setRefused(null);
    (dryRun ? check : bringIn).mutate(
      { body: { csv: text, g_id: group === '' ? null : Number(group), dryRun } },
      {
        onSuccess: ({ lines: read, added, message }) => {
          if (dryRun || added === 0) return setLines(read);
          toastSuccess(message);
          onImported();
        },
        onError: (failure) =>
          setRefused(
            dryRun
              ? { text: whyNot(failure) }
              : saidAs(failure, { of: 'The patients were', done: 'imported', press: button, text: whyNot(failure) }),
          ),
      },
    );
  };
  const pick = async (picked: File | undefined) => {
    reading.current += 1;
    const mine = reading.current;
    setFile(mine);
    setLines(null);
    setCsv(null);
    setRefused(null);
    if (!picked) return;
    const read = await readText(picked);
    // Another one may have been chosen meanwhile.
    if (mine !== reading.current) return;
    if ('problem' in read) return setRefused({ text: read.problem });
    setCsv(read.text);
    ask(read.text, true);
  };

  return (
    <>
      <Dialog
        opened
        title="Import patients from CSV"
        size={lines ? '60rem' : 'lg'}
        dirty={csv !== null}
        discard={{ title: 'Discard this file?', text: 'No one in this file has been imported yet.' }}
        mayClose={!busy}
        onClose={onClose}
      >
        <form
          noValidate
          aria-label="Import patients"
          onSubmit={(event) => {
            event.preventDefault();
            if (busy || csv === null) return;
            if (isPassed && similar > 0 && agreed !== lines) setAsking(true);
            else ask(csv, !isPassed);
          }}
        >
          <Stack gap="md">
            <Text>
              Up to {mostImported.toLocaleString('en')} patients, each in a row. The file is checked first: nobody is
              imported before every row is in order. Imported patients are pending.
            </Text>
            <FilePicker
              label="File"
              description={`CSV with a line of headings. Date of birth is MM/DD/YYYY or YYYY-MM-DD: ${asDay(sampleDay)} is ${shownBirthDate(sampleDay)} or ${sampleDay}. Gender is Male, Female or Other; patient type is Portal, Non-Portal or Non-Digital.`}
              required
              accept=".csv,text/csv"
              disabled={busy}
              data-autofocus
              onChange={({ currentTarget }) => void pick(currentTarget.files?.[0])}
            />
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              data-looking
              onClick={() => void saveTemplate()}
            >
              Download template
            </Anchor>
            <NativeSelect
              label="Care group"
              description="Every patient in the file is added to it."
              data={[
                { value: '', label: 'No care group' },
                ...groups.map((one) => ({ value: String(one.gId), label: nameOf(one) })),
              ]}
              value={group}
              disabled={busy}
              onChange={({ currentTarget }) => setGroup(currentTarget.value)}
            />
            {lines && <ImportedLines lines={lines} file={`${id} ${file}`} />}
            <DialogFooter refused={refused} says={saysOf({ count: lines?.length ?? null, wrong, similar, busy })}>
              <DialogCancel disabled={busy} />
              <SubmitButton busy={busy} ready={csv !== null}>
                {button}
              </SubmitButton>
            </DialogFooter>
          </Stack>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title={`${button}?`}
        confirm={button}
        onConfirm={() => {
          setAsking(false);
          setAgreed(lines);
          if (csv !== null) ask(csv, false);
        }}
        onClose={() => setAsking(false)}
      >
        {similarWords(similar, lines?.length ?? 0)}{' '}
        {lines?.length === 1
          ? 'The patient would be added as a new one.'
          : `All ${patientWords(lines?.length ?? 0)} would be added as new ones.`}
      </ConfirmDialog>
    </>
  );
}

function saysOf(of: { count: number | null; wrong: number; similar: number; busy: boolean }): string {
  const { count, wrong, similar, busy } = of;
  if (busy) return 'The file is being checked…';
  if (count === null) return 'Choose a file first.';
  if (wrong > 0)
    return `${wrong === 1 ? '1 row has' : `${wrong.toLocaleString('en')} rows have`} a problem. Correct the file and choose it again.`;
  return `${similar > 0 ? similarWords(similar, count) : 'Every row is in order.'} Nobody has been imported yet.`;
}

function similarWords(similar: number, count: number): string {
  if (count === 1) return 'The row is similar to a patient who is there already.';
  const [some, all] = [similar.toLocaleString('en'), count.toLocaleString('en')];
  return similar === 1
    ? `1 of ${all} rows is similar to a patient who is there already or to an earlier row.`
    : `${some} of ${all} rows are similar to patients who are there already or to earlier rows.`;
}

/** What the server says of the file as a whole begins with no subject. */
function whyNot(failure: unknown): string {
  const ofFile = failure instanceof CallFailure ? failure.fields['csv'] : undefined;
  return ofFile ? `The file ${ofFile}.` : sentenceOf(failure);
}

const sampleDay = '1980-03-05';
const samples = [
  ['Ann', 'Archer', shownBirthDate(sampleDay), 'Female', '617-555-0123', 'ann@example.com', 'Portal'],
  ['Ben', 'Baker', '11/30/1975', 'Male', '', '', 'Non-Portal'],
];
async function saveTemplate(): Promise<void> {
  try {
    const { default: papa } = await import('papaparse');
    saveCsv(papa.unparse({ fields: [...importColumns], data: samples }, { newline: '\r\n' }), 'Patients_Template.csv');
  } catch {
    toastFailure('The template could not be made. Please try again.');
  }
}
