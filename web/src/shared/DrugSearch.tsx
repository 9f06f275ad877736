import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type Drug, searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { drugs } from '@portal/contract/drugs/room.ts';
import { mostResults, ndcTerm, shortestTerm, tooShort } from '@portal/contract/drugs/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { Notice } from '#kit/Notice.tsx';
import classes from './DrugSearch.module.css';
import type { LeftEmpty } from './medication-text.ts';

type Field = 'name' | 'ndc';
/** Between two keys of somebody who types. */
const pauseMs = 250;
/** DRG-06, OPC-72. */
const patienceMs = 2_500;

/** Gives the fields that it could not fill in. */
export type OnPick = (drug: Drug) => readonly LeftEmpty[];

/** Looks for a medication in the directory; what is picked fills in the form (DRG-01 to DRG-07). */
export function DrugSearch({ onPick }: { onPick: OnPick }) {
  const [field, setField] = useState<Field>('name');
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [leftEmpty, setLeftEmpty] = useState<readonly LeftEmpty[]>([]);
  const [asked, setAsked] = useState<{ field: Field; term: string } | null>(null);
  const [waited, setWaited] = useState<{ field: Field; term: string } | null>(null);
  const term = typed.trim();
  const problem = problemOf(field, term);

  useEffect(() => {
    if (term === '' || problem) return;
    const pause = setTimeout(() => setAsked({ field, term }), pauseMs);
    const patience = setTimeout(() => setWaited({ field, term }), pauseMs + patienceMs);
    return () => {
      clearTimeout(pause);
      clearTimeout(patience);
      // What is typed again is asked for again.
      setWaited(null);
    };
  }, [field, term, problem]);

  // What was asked for before another key is over.
  const isOf = (one: typeof asked) => one !== null && one.field === field && one.term === term;
  const isAsked = isOf(asked);
  const { data, error } = useQuery({
    ...read(searchDrugs, { query: { field, term: asked?.term ?? '', limit: mostResults } }),
    enabled: isAsked,
    select: ({ results }) => results,
  });
  const found = isAsked ? (data ?? []) : [];
  const pick = (drug: Drug) => {
    setTyped('');
    setLeftEmpty(onPick(drug));
    // What was pressed is gone with its list.
    search.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          label="Search by"
          data={[
            { value: 'name', label: 'Name' },
            { value: 'ndc', label: 'NDC' },
          ]}
          value={field}
          w="6rem"
          onChange={(event) => setField(event.currentTarget.value as Field)}
        />
        <TextInput
          ref={search}
          label="Find in the medication directory"
          value={typed}
          maxLength={100}
          autoComplete="off"
          flex={1}
          miw={0}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setLeftEmpty([]);
          }}
          onKeyDown={(event) => {
            // It is no field of the form around it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </Group>
      <Text size="sm" c="gray.7" role="status">
        {problem ??
          (error && isAsked
            ? sentenceOf(error)
            : found.length > 0
              ? howMany(found.length)
              : isOf(waited) && 'No matches found')}
      </Text>
      <NotFilledIn leftEmpty={leftEmpty} />
      {found.length > 0 && (
        <ul className={classes.results} aria-label="Medications found">
          {found.map((drug) => (
            <li key={`${drug.ndc} ${drug.strength}`}>
              <Button
                variant="subtle"
                size="compact-sm"
                justify="flex-start"
                fullWidth
                h="auto"
                py={4}
                styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
                onClick={() => pick(drug)}
              >
                {drug.brandName || drug.genericName} {drug.strength}, {drug.dosageForm}, NDC {drug.ndc}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Whether there are more than one search gives, nobody is told. */
const howMany = (found: number): string =>
  found === mostResults
    ? `The first ${mostResults} medications. Type more to narrow them.`
    : `${found} ${found === 1 ? 'medication' : 'medications'} found.`;

/** Why a field stays empty, one sentence for each reason. */
function NotFilledIn({ leftEmpty }: { leftEmpty: readonly LeftEmpty[] }) {
  const tooLong = leftEmpty.filter((one) => one.separated === null).map(({ label }) => label);
  const separated = leftEmpty.filter((one) => one.separated !== null).map((one) => `${one.label} “${one.separated}”`);
  return (
    <>
      {tooLong.length > 0 && (
        <Notice tone="warning">Too long to be filled in: {tooLong.join(', ')}. Please enter it yourself.</Notice>
      )}
      {separated.length > 0 && (
        <Notice tone="warning">
          Not filled in because of a comma or a pipe: {separated.join(', ')}. Please enter it yourself.
        </Notice>
      )}
    </>
  );
}

/** What the directory would refuse is not asked for (DRG-01, DRG-03, DRG-04). */
function problemOf(field: Field, term: string): string | null {
  if (term === '') return null;
  if (field === 'name') return term.length < shortestTerm ? tooShort : null;
  const ndc = ndcTerm(term);
  if ('problem' in ndc) return drugs.failures[ndc.problem].message;
  return ndc.digits.length < shortestTerm ? tooShort : null;
}
