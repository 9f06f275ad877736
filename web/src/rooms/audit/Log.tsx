import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { AppTable, type Column, type RemotePage } from '#kit/AppTable.tsx';
import { Failed } from '#kit/States.tsx';
import { ExportBar } from './ExportBar.tsx';
import { isInOrder, isNarrowed, type Narrowed } from './narrowed.ts';
import classes from './records.module.css';
import type { useExport } from './use-export.ts';

/** The frame of a log: its title with the export, its filters, and its entries or why there are none. */
export function Log<F extends Narrowed>(props: {
  title: string;
  filter: F;
  log: { data: LogPage | undefined; isLoadingError: boolean; error: Error | null; refetch: () => unknown };
  file: ReturnType<typeof useExport<F>>;
  filters: ReactNode;
  children: ReactNode;
}) {
  const { title, filter, log, file, filters, children } = props;
  const { entries, total, more } = log.data ?? nothing;
  return (
    <Stack gap="md">
      <ExportBar
        title={title}
        done={file.done}
        total={total}
        more={more}
        disabled={entries.length === 0 || !isInOrder(filter)}
        onBegin={() => file.begin(filter)}
        onCancel={file.cancel}
      />
      {filters}
      {log.isLoadingError ? <Failed message={sentenceOf(log.error)} onRetry={() => void log.refetch()} /> : children}
    </Stack>
  );
}

interface LogPage {
  entries: readonly unknown[];
  total: number;
  more: boolean;
}
export const nothing = { entries: [], total: 0, more: false };

/** The entries of one page. */
export function LogTable<E extends { number: number | string }, F extends Narrowed>(props: {
  label: string;
  name: string;
  entries: readonly E[];
  columns: Column<E>[];
  loading: boolean;
  pages: RemotePage;
  filter: F;
  /** Said where filters leave nothing. */
  noneFits: string;
  onClear: () => void;
}) {
  const { label, name, entries, columns, loading, pages, filter, noneFits, onClear } = props;
  return (
    <div className={classes.trail}>
      <AppTable
        wide
        label={label}
        storeKey={name}
        records={entries}
        columns={columns}
        idAccessor="number"
        loading={loading}
        remote={pages}
        empty={isNarrowed(filter) ? noneFits : 'Nothing has been recorded yet.'}
        emptyAction={
          isNarrowed(filter) && (
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      />
    </div>
  );
}
