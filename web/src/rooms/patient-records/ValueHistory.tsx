import { Group, Text } from '@mantine/core';
import { readValueHistory, type ValueEntry } from '@portal/contract/patient-records/value-endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '#api/failure.ts';
import { readOn, rowsOf } from '#api/queries.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { useNextRows } from '#kit/next-rows.ts';
import { NextRows } from '#kit/NextRows.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { OfPatient } from '#shared/OfPatient.tsx';
import type { Told } from './HistoryButton.tsx';
import classes from './patient.module.css';

const acts: Record<ValueEntry['did'], string> = { added: 'Added', changed: 'Changed', removed: 'Removed' };

/** Which values there were, newest first: who gave each, when, from what to what, and why (P11-11, P11-15). */
export function ValueHistory({ told, onClose }: { told: Told; onClose: () => void }) {
  const { title, query, fields, isNamed } = told;
  const history = useInfiniteQuery({
    ...readOn(readValueHistory, query, (after) => ({ query: { ...query, ...(after && { after }) } })),
    // What was changed a moment ago is in it.
    staleTime: 0,
    select: ({ pages }) =>
      rowsOf(
        pages.map(({ reply }) => reply.entries),
        ({ number }) => number,
      ),
  });
  const { data, error, hasNextPage, refetch } = history;
  const { place, ask } = useNextRows<HTMLDivElement>(history);
  const entries = (data ?? [])
    .map((one) => (fields ? { ...one, values: one.values.filter(({ field }) => fields.includes(field)) } : one))
    .filter(({ values }) => values.length > 0);
  return (
    <Dialog opened onClose={onClose} size="lg" title={`History: ${title}`}>
      <OfPatient uId={query.u_id} />
      {error && !data && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading label="Loading the history" />}
      <div ref={place} tabIndex={-1}>
        {data && entries.length === 0 && !hasNextPage && <Empty message="Nothing is on record." />}
        {entries.length > 0 && (
          <ol className={classes.history} aria-label="Changes">
            {entries.map((one) => (
              <li key={one.number} tabIndex={-1}>
                <Entry entry={one} isNamed={isNamed} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {hasNextPage && (
        <Group mt="sm">
          <NextRows next={history} onAsk={ask}>
            Older
          </NextRows>
        </Group>
      )}
    </Dialog>
  );
}

function Entry({ entry, isNamed }: { entry: ValueEntry; isNamed: boolean | undefined }) {
  const { did, at, by, reason, values, name, toldAt } = entry;
  return (
    <>
      <Text size="sm">
        <Text span inherit fw={600}>
          {acts[did]}
        </Text>
        {isNamed && name && ` ${name}`} · <time dateTime={at.toISOString()}>{asClinicTime(at)}</time>
        {by && ` · ${by}`}
        {toldAt && (
          <>
            {' · told by the pharmacy '}
            <time dateTime={toldAt.toISOString()}>{asClinicTime(toldAt)}</time>
          </>
        )}
      </Text>
      <dl className={classes.values}>
        {values.map(({ field, label, from, to }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {from !== null && <s>{from}</s>}
              {from !== null && ' → '}
              {to ?? 'None'}
            </dd>
          </div>
        ))}
      </dl>
      {reason && (
        <Text size="sm" className={classes.reason}>
          Reason: {reason}
        </Text>
      )}
    </>
  );
}
