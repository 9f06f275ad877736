import { listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listWorkflowAssessments } from '@portal/contract/workflows/assessment-endpoints.ts';
import { listWorkflowDocuments } from '@portal/contract/workflows/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { FlaggedAnswersOf } from '#rooms/clinic/FlaggedAnswers.tsx';
import { InterventionTable } from '#rooms/clinic/InterventionTable.tsx';
import { PatientActivity } from '#rooms/clinic/PatientActivity.tsx';
import { LateShipments } from '#rooms/needs/LateShipments.tsx';
import { ImportDialog } from '#rooms/patients/ImportDialog.tsx';
import { PatientTable } from '#rooms/responses/PatientTable.tsx';
import { AssessmentsTab } from '#rooms/workflows/AssessmentsTab.tsx';
import { DocumentsTab } from '#rooms/workflows/DocumentsTab.tsx';
import { aFlag, anIntervention } from '#test/clinic.tsx';
import { aMedicine, aNurse, aPatient } from '#test/patient.ts';
import { type Reply, renderPage } from '#test/portal.tsx';

const many = Array.from({ length: 14 }, (_, n) => n + 1);
const nothing = () => {};
const trigger = {
  triggerType: 'Time',
  triggerValue: '3d',
  triggerDescription: 'All the time',
  triggerIdentifier: '',
  version: 1,
};
const onRecord = (type: 'AdditionalMed' | 'DrugAllergy' | 'UserGoals') => (id: number) => (
  <PatientTable type={type} uId={id} held={{}} perhapsAdded={new Set()} />
);
const medications: Reply = [
  records.listMedications,
  { medications: many.map((n) => ({ ...aMedicine(n), medId: n, medicationName: `Medication ${n}` })) },
];
const allergies: Reply = [
  records.listAllergies,
  { allergies: many.map((n) => ({ ...aMedicine(n), allergyId: n, medicationName: `Allergy ${n}` })) },
];
const goals: Reply = [
  records.listGoals,
  {
    goals: many.map((n) => ({
      goalId: n,
      goalName: `Goal ${n}`,
      goalDescription: '',
      medName: null,
      medId: null,
      notes: '',
      version: 1,
    })),
  },
];

/** Two of a kind, one after the other. */
function Two({ of }: { of: (id: number) => ReactNode }) {
  const [id, see] = useState(7);
  return (
    <>
      <button onClick={() => see(8)}>Next one</button>
      <div key={id}>{of(id)}</div>
    </>
  );
}

test.each<[string, (id: number) => ReactNode, Reply[]]>([
  [
    'Assessments',
    (id) => (
      <PatientActivity
        of={anIntervention({
          uId: id,
          sId: many,
          surveyEventId: many,
          surveyName: many.map((n) => `Assessment ${n}`),
          started: many.map(() => new Date(2026, 0, 3)),
          due: many.map(() => new Date(2026, 0, 4)),
          flagged: many.map(() => null),
        })}
        onView={nothing}
        reminders={() => null}
        onClose={nothing}
      />
    ),
    [[readPatient, { patient: aPatient() }]],
  ],
  [
    'Flagged Answers',
    (id) => <FlaggedAnswersOf uId={id} onView={nothing} />,
    [[listFlaggedAnswers, { flaggedAnswers: many.map((n) => aFlag({ flaggedAnswerId: n })) }]],
  ],
  [
    'Patients of Cardiology',
    (id) => (
      <InterventionTable
        gId={id}
        group="Cardiology"
        rows={many.map((n) => anIntervention({ uId: n }))}
        loading={false}
        onRespond={nothing}
        onPatient={undefined}
      />
    ),
    [],
  ],
  [
    'Late Shipments',
    (id) => <LateShipments gId={id} shown onShow={nothing} />,
    [
      [
        listLateShipments,
        {
          shipments: many.map((n) => ({
            srId: n,
            gId: 2,
            siteName: 'Boston General',
            partnerName: 'Harbor Pharmacy',
            shipmentType: 'pharmacy',
            status: 'processing',
            dateRequired: '2026-01-09',
            dateShipped: null,
          })),
        },
      ],
    ],
  ],
  ['Additional Medications', onRecord('AdditionalMed'), [medications, allergies]],
  ['Drug Allergies', onRecord('DrugAllergy'), [allergies]],
  ['Goals', onRecord('UserGoals'), [medications, goals]],
  [
    'Assessments of this group',
    (id) => <AssessmentsTab gId={id} />,
    [
      [
        listWorkflowAssessments,
        many.map((n) => ({ ...trigger, surveyId: n, surveyName: `Assessment ${n}`, triggerId: n })),
      ],
    ],
  ],
  [
    'Documents of this group',
    (id) => <DocumentsTab gId={id} />,
    [[listWorkflowDocuments, many.map((n) => ({ ...trigger, docId: n, friendlyName: `Document ${n}`, triggerId: n }))]],
  ],
])('the table "%s" of another patient or group begins with its first page', async (label, of, replies) => {
  const { user } = renderPage(<Two of={of} />, { viewer: aNurse, replies });
  await user.selectOptions(await screen.findByRole('combobox', { name: `${label}: rows per page` }), '10');
  await user.click(screen.getByRole('button', { name: 'Page 2', hidden: true }));
  await screen.findByText('11–14 of 14');
  await user.click(screen.getByText('Next one'));
  expect(await screen.findByText('1–10 of 14')).toBeDefined();
});

test('the rows of another file begin with the first page, where those with problems are, also in another dialog', async () => {
  const page = renderPage(<Two of={() => <ImportDialog groups={[]} onImported={nothing} onClose={nothing} />} />, {
    viewer: aNurse,
    replies: [
      [
        importPatients,
        {
          lines: many.map((n) => ({
            line: n + 1,
            name: `Patient ${n}`,
            dateOfBirth: '1950-03-05',
            gender: 0,
            patientType: 1,
            problems: n === 14 ? ['Email is not valid.'] : [],
            similar: [],
            similarLine: null,
          })),
          added: 0,
          message: '',
        },
      ],
    ],
  });
  const { user } = page;
  const choose = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Import patients from CSV' }));
    await user.upload(dialog.getByLabelText(/File/), new File(['lastName\n'], name, { type: 'text/csv' }));
    expect(await dialog.findByText('Email is not valid.')).toBeDefined();
    return dialog;
  };
  const turn = async (dialog: Awaited<ReturnType<typeof choose>>) => {
    await user.click(dialog.getByRole('button', { name: 'Page 2' }));
    await dialog.findByText('11–14 of 14');
  };
  const first = await choose('first.csv');
  await turn(first);
  // The same file that is checked again stays where one was.
  await user.click(first.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(page.callsOf(importPatients)).toHaveLength(2));
  await first.findByText('11–14 of 14');
  await turn(await choose('second.csv'));
  await user.click(screen.getByText('Next one'));
  await choose('third.csv');
  await choose('fourth.csv');
});

const src = path.join(import.meta.dirname, '..');
const sources = globSync('**/*.tsx', { cwd: src })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(path.join(src, file), 'utf8'));
/** The name that a table keeps its place under. */
const storeKeys = /storeKey=(?:"([^"]+)"|\{(`[^`]+`)\})/g;

test('no two tables keep their page, order and size under one name', () => {
  const names = sources.flatMap((source) => [...source.matchAll(storeKeys)].map(([, name, made]) => name ?? made));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a table that does not say what it is narrowed to always shows the same list, or a page that the server keeps', () => {
  // A table ends where a line closes it that is indented as its first one.
  const tables = sources.flatMap((source) =>
    [...source.matchAll(/^( *)<AppTable[<\n][^]*?^\1\/>/gm)].map(([all]) => all),
  );
  expect(tables.length).toBeGreaterThan(50);
  const keyless = tables
    .filter((table) => !/\b(?:pageKey|remote)\b/.test(table))
    .flatMap((table) => [...table.matchAll(storeKeys)].map(([, name, made = '']) => name ?? made))
    .filter((name) => !name.startsWith('kit '));
  expect(keyless.toSorted()).toEqual([
    '`report-${rows}`',
    'brands',
    'decided-recoveries',
    'missing-prices',
    'patient-recoveries',
    'patient:sample-outreach',
    'pending-invitations',
    'report-assessments',
    'report-shipments',
  ]);
});
