import { Anchor } from '@mantine/core';
import type { ListedPatient } from '@portal/contract/patients/endpoints.ts';
import {
  type PatientStep,
  shownBirthDate,
  shownEmail,
  shownPhone,
  statusOfCode,
  stepsFrom,
} from '@portal/contract/patients/rules.ts';
import type { MouseEvent, ReactNode } from 'react';
import { AppTable, type Column, type RemotePage } from '#kit/AppTable.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import classes from './patients.module.css';
import { stepWords } from './steps.ts';

/** The patients of one page, with what may be done with each (PCG-02, PCG-10). */
export function PatientTable(props: {
  patients: readonly ListedPatient[];
  loading: boolean;
  empty: string;
  emptyAction: ReactNode;
  remote: RemotePage;
  /** Before the others, such as boxes to tick. */
  first?: Column<ListedPatient> | undefined;
  mayStep: boolean;
  onDetails: (patient: ListedPatient) => void;
  /** Leads to the patient's page; absent where there is none (OPC-15). */
  onOpen: ((uId: number) => void) | undefined;
  onStep: (step: PatientStep, patient: ListedPatient) => void;
}) {
  const { patients, mayStep, onDetails, onOpen, onStep } = props;
  const columns: Column<ListedPatient>[] = [
    ...(props.first ? [props.first] : []),
    {
      accessor: 'name',
      title: 'Name',
      card: 'head',
      render: (patient) => (
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          ta="left"
          style={{ overflowWrap: 'anywhere' }}
          data-patient={patient.u_ID}
          onClick={() => onDetails(patient)}
        >
          {patient.name}
        </Anchor>
      ),
    },
    { accessor: 'dob', title: 'Date of Birth', noWrap: true, render: ({ dob }) => shownBirthDate(dob) },
    { accessor: 'phone', title: 'Phone', noWrap: true, render: ({ phone }) => shownPhone(phone) },
    { accessor: 'email', title: 'Email', render: ({ email }) => shownEmail(email) },
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      width: '8rem',
      textAlign: 'right',
      render: (patient) => (
        <RowActions
          of={patient.name}
          items={[
            { label: 'Open', isNextStep: true, hidden: !onOpen, onClick: () => onOpen?.(patient.u_ID) },
            { label: 'Care groups and status', onClick: () => onDetails(patient) },
            ...(mayStep ? stepsFrom(statusOfCode(patient.status)) : []).map((step) => ({
              label: stepWords[step],
              danger: step === 'deactivate' || step === 'remove',
              onClick: () => onStep(step, patient),
            })),
          ]}
        />
      ),
    },
  ];
  /** The name is the button of a row; a press beside it does the same. */
  const press = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as Element;
    const row = event.currentTarget.contains(target) ? target.closest('tr[data-row]') : null;
    if (!row || target.closest('a, button, input, label')) return;
    const patient = patients[[...event.currentTarget.querySelectorAll('tr[data-row]')].indexOf(row)];
    if (patient && getSelection()?.isCollapsed !== false) onDetails(patient);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keyboard a row is opened by its name
    <div className={classes.rows} onClick={press}>
      <AppTable
        label="Patients"
        storeKey="patients"
        records={patients}
        columns={columns}
        idAccessor="u_ID"
        loading={props.loading}
        empty={props.empty}
        emptyAction={props.emptyAction}
        remote={props.remote}
      />
    </div>
  );
}
