import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { Intervention } from '@portal/contract/clinic/endpoints.ts';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { isFound } from '#shared/list-search.ts';
import { ClearButton, ListToolbar } from '#shared/ListToolbar.tsx';
import { type Filter, useNarrowedList } from '#shared/narrowed-list.ts';
import classes from './clinic.module.css';
import { fullName, type InterventionType, interventionTypes, typeOf } from './intervention.ts';

const colours: Record<InterventionType, string> = {
  Incomplete: 'yellow',
  'Answer(s) Flagged': 'red',
  'Multiple Issues': 'orange',
};
const keys: Record<InterventionType, string> = {
  Incomplete: 'incomplete',
  'Answer(s) Flagged': 'flagged',
  'Multiple Issues': 'multiple',
};
const filters: readonly Filter<Intervention>[] = interventionTypes.map((type) => ({
  key: keys[type],
  label: type,
  leaves: (row) => typeOf(row) === type,
}));

/** Two patients may have one name. */
const bornOf = ({ dob }: Intervention): string[] => (dob ? [`born ${shownBirthDate(dob)}`] : []);

/** The patients of a group who have something open or flagged (PTB-01 to PTB-09). */
export function InterventionTable(props: {
  gId: number;
  group: string;
  rows: readonly Intervention[];
  loading: boolean;
  onRespond: (uId: number) => void;
  /** Leads to the page of a patient; absent where there is none (OPC-15). */
  onPatient: ((uId: number) => void) | undefined;
}) {
  const { gId, group, rows, loading, onRespond, onPatient } = props;
  const list = useNarrowedList(rows, (row, text) => isFound(text, [fullName(row)]), filters);
  return (
    <Stack gap="sm">
      <ListToolbar list={list} things="patients" placeholder="Search by name" maxLength={100} />
      {onPatient && (
        <Text size="sm" c="gray.7">
          Active patients of every type. The list of this group under Patients has only portal patients.
        </Text>
      )}
      <AppTable
        label={`Patients of ${group}`}
        storeKey="dashboard:patients"
        pageKey={`${gId} ${list.words}`}
        records={list.found}
        loading={loading}
        idAccessor="uId"
        empty={
          list.isNarrowed ? `No patient matches ${list.words}.` : `Nobody in ${group} has anything open or flagged.`
        }
        emptyAction={list.isNarrowed && <ClearButton onClear={list.clear} inList />}
        columns={[
          {
            accessor: 'name',
            title: 'Name',
            card: 'head',
            sortable: true,
            sortValue: fullName,
            render: (row) => (
              <span className={classes.two}>
                {onPatient ? (
                  <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onPatient(row.uId)}>
                    {fullName(row)}
                  </Anchor>
                ) : (
                  fullName(row)
                )}
                <Text span size="xs" c="gray.7" fw={400}>
                  {[...bornOf(row), ...new Set(row.surveyName)].join(', ')}
                </Text>
              </span>
            ),
          },
          {
            accessor: 'type',
            title: 'Type',
            sortable: true,
            sortValue: typeOf,
            render: (row) => <DotAndWord colour={colours[typeOf(row)]}>{typeOf(row)}</DotAndWord>,
          },
          {
            accessor: 'action',
            title: 'Action',
            textAlign: 'right',
            card: 'side',
            screenOnly: true,
            render: (row) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={['Respond', fullName(row), ...bornOf(row)].join(', ')}
                onClick={() => onRespond(row.uId)}
              >
                Respond
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  );
}
