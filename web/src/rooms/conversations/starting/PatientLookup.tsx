import { Button, CloseButton, Stack, Text, TextInput } from '@mantine/core';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { usePaused } from '#kit/use-paused.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import classes from '../conversations.module.css';
import { Found } from './Found.tsx';

export interface ChosenPatient {
  uId: number;
  name: string;
  /** Two of one name are told apart by it. */
  dob?: string | undefined;
}

/** CHT-13. */
const fewest = 3;
/** Of more the number alone is shown until somebody wants them all. */
const mostShown = 30;

/** Looks for active patients from three letters on (CHT-13, CHT-14). */
export function PatientLookup(props: {
  gIds: readonly number[];
  chosen: readonly ChosenPatient[];
  onChoose: (patient: ChosenPatient) => void;
  onRemove: (uId: number) => void;
}) {
  const { gIds, chosen, onChoose, onRemove } = props;
  const [term, setTerm] = useState('');
  // What is pressed goes away with its list.
  const field = useRef<HTMLInputElement>(null);
  const [isAll, setAll] = useState(false);
  const [typed, type] = usePaused(term, setTerm);
  const search = term.trim();
  const isLongEnough = [...search].length >= fewest;
  const query = { ...(gIds.length > 0 && { g_id: [...gIds] }), patient_status: 1, patient_limit: 25, search };
  const { data, isFetching, error } = useQuery({ ...read(listPatients, { query }), enabled: isLongEnough });
  const taken = new Set(chosen.map(({ uId }) => uId));
  const left = (data?.patients ?? []).filter(({ u_ID }) => !taken.has(u_ID));
  return (
    <Stack gap="xs">
      <div>
        <TextInput
          label="Patients"
          ref={field}
          placeholder="Search by name"
          description="Type at least 3 letters of the name"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Found
          label="Patients found"
          things={['patient', 'patients']}
          isAsked={isLongEnough}
          rows={left.map((one) => ({ id: one.u_ID, words: one.name, more: shownBirthDate(one.dob) }))}
          more={data ? data.totalPatients - data.patients.length : 0}
          isLoading={isFetching && !data}
          isFailed={error !== null && !isEmptyList(error)}
          empty={
            !data?.patients.length
              ? 'No active patient matches.'
              : data.totalPatients > data.patients.length
                ? 'The first matches are already chosen. Type more of the name to find others.'
                : 'Everybody who matches is chosen already.'
          }
          onChoose={({ id, words }) => {
            onChoose({ uId: id, name: words, dob: left.find(({ u_ID }) => u_ID === id)?.dob });
            type('');
            setTerm('');
            field.current?.focus();
          }}
        />
      </div>
      <ul className={classes.chips} aria-label="Chosen patients">
        {(isAll ? chosen : chosen.slice(0, mostShown)).map((one) => (
          <li key={one.uId} className={classes.chip}>
            <Text size="sm">{nameAndBirth(one)}</Text>
            <CloseButton
              size="sm"
              aria-label={`Remove ${nameAndBirth(one)}`}
              onClick={() => {
                onRemove(one.uId);
                field.current?.focus();
              }}
            />
          </li>
        ))}
        {chosen.length > mostShown && (
          <li>
            <Button variant="default" size="compact-sm" onClick={() => setAll(!isAll)}>
              {isAll ? 'Show fewer' : `and ${(chosen.length - mostShown).toLocaleString('en')} more`}
            </Button>
          </li>
        )}
      </ul>
    </Stack>
  );
}
