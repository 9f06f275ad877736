import { CloseButton, Stack, Text, TextInput } from '@mantine/core';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { usePaused } from '#kit/use-paused.ts';
import classes from '../conversations.module.css';
import { Found } from './Found.tsx';

export interface Person {
  cpId: number;
  name: string;
}

const mostFound = 50;

/** Looks for colleagues once something is typed (CHT-13, CHT-14). The one that is fixed cannot be taken out (CHT-12). */
export function ProviderLookup(props: {
  fixed?: Person;
  chosen: readonly Person[];
  onChoose: (person: Person) => void;
  onRemove: (cpId: number) => void;
}) {
  const { fixed, chosen, onChoose, onRemove } = props;
  const { companyId } = useViewer();
  const [term, setTerm] = useState('');
  // What is pressed goes away with its list.
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = usePaused(term, setTerm);
  const sought = term.trim();
  const { data, isFetching, error } = useQuery({
    ...read(listUsers, { query: { companyId, status: 'active', search: sought } }),
    select: ({ careProviders }) => careProviders.map(({ cpID, name, email }) => ({ cpId: cpID, name: name || email })),
    enabled: sought !== '',
  });
  const taken = new Set([...chosen.map(({ cpId }) => cpId), ...(fixed ? [fixed.cpId] : [])]);
  const left = (data ?? []).filter(({ cpId }) => !taken.has(cpId));
  return (
    <Stack gap="xs">
      <div>
        <TextInput
          label="Care providers"
          ref={field}
          placeholder="Search by name or email"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Found
          label="Care providers found"
          things={['care provider', 'care providers']}
          isAsked={sought !== ''}
          rows={left.slice(0, mostFound).map((one) => ({ id: one.cpId, words: one.name }))}
          more={left.length - mostFound}
          isLoading={isFetching && !data}
          isFailed={error !== null && !isEmptyList(error)}
          empty={(data ?? []).length > 0 ? 'Everybody who matches is chosen already.' : 'No care provider matches.'}
          onChoose={({ id, words }) => {
            onChoose({ cpId: id, name: words });
            type('');
            setTerm('');
            field.current?.focus();
          }}
        />
      </div>
      <ul className={classes.chips} aria-label="Chosen care providers">
        {fixed && (
          <li className={classes.chip}>
            <Text size="sm" pr={6}>
              {fixed.name} (you)
            </Text>
          </li>
        )}
        {chosen.map(({ cpId, name }) => (
          <li key={cpId} className={classes.chip}>
            <Text size="sm">{name}</Text>
            <CloseButton
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => {
                onRemove(cpId);
                field.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
