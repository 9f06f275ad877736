import { ActionIcon, Button } from '@mantine/core';
import type { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '#kit/lazy-part.tsx';

const ValueHistory = lazyDialog(() => import('./ValueHistory.tsx'), 'ValueHistory');

type Query = Asked<typeof readValueHistory>['query'];
/** What a history is asked of; the patient is named beside it. */
export type HistoryOf = Omit<Query, 'u_id' | 'after'>;
export interface Told {
  title: string;
  query: Query;
  /** Of several fields together, such as a name. */
  fields?: readonly string[] | undefined;
  /** Of a whole list: each says what it was called then. */
  isNamed?: boolean | undefined;
}

/** The history of a value at one press: beside the value as a sign, over a list with its word. */
export function HistoryButton(props: {
  uId: number;
  title: string;
  of: HistoryOf;
  fields?: readonly string[];
  withWord?: boolean;
}) {
  const { uId, title, of, fields, withWord } = props;
  const [isOpen, setOpen] = useState(false);
  const label = `History of ${title}`;
  return (
    <>
      {withWord ? (
        <Button
          variant="default"
          leftSection={<IconHistory size={18} aria-hidden />}
          aria-label={label}
          onClick={() => setOpen(true)}
        >
          History
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray.7" size="sm" aria-label={label} onClick={() => setOpen(true)}>
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      )}
      {isOpen && (
        <ValueHistory
          told={{ title, query: { u_id: uId, ...of }, fields, isNamed: withWord }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
