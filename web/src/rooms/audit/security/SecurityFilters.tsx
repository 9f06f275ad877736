import { NativeSelect } from '@mantine/core';
import {
  securityEvents,
  securityEventWords,
  securityOutcomes,
  securityOutcomeWords,
} from '@portal/contract/audit/security-words.ts';
import { Period } from '../Period.tsx';
import classes from '../records.module.css';
import type { SecurityFilter } from './security-filter.ts';

const events = securityEvents
  .map((value) => ({ value, label: securityEventWords(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));
const outcomes = securityOutcomes.map((value) => ({ value, label: securityOutcomeWords[value] }));

/** Narrows the events by kind, outcome and period. Every change of a filter leads to the first page. */
export function SecurityFilters(props: { filter: SecurityFilter; onFilter: (next: SecurityFilter) => void }) {
  const { filter, onFilter } = props;
  const { event, outcome } = filter;
  const narrow = (next: SecurityFilter) => onFilter({ ...filter, page: undefined, ...next });
  return (
    <div role="search" aria-label="Filters of the security events" className={classes.filters}>
      <NativeSelect
        label="Event"
        data={[{ value: '', label: 'All events' }, ...events]}
        value={event ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ event: events.find(({ value }) => value === currentTarget.value)?.value })
        }
      />
      <NativeSelect
        label="Outcome"
        data={[{ value: '', label: 'All outcomes' }, ...outcomes]}
        value={outcome ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ outcome: securityOutcomes.find((value) => value === currentTarget.value) })
        }
      />
      <Period filter={filter} onNarrow={narrow} onClear={() => onFilter({})} />
    </div>
  );
}
