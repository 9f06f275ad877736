import { useEffect, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { type CsvRow, csvOf, datedFileName, saveCsv } from '#kit/csv.ts';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';

/** Fetches everything that fits, and tells how many entries have come so far. */
export type FetchRows<F> = (filter: F, signal: AbortSignal, onProgress: (entries: number) => void) => Promise<CsvRow[]>;

/** Exports entries as they are narrowed. `done` is how many have come so far, or null while nothing is exported. */
export function useExport<F>(name: string, fetchRows: FetchRows<F>) {
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (filter: F, signal: AbortSignal) => {
    const rows = await fetchRows(filter, signal, setDone);
    const text = await csvOf(rows);
    if (signal.aborted) return;
    const fileName = datedFileName(name, today());
    saveCsv(text, fileName);
    toastSuccess(`${fileName} is downloaded.`);
  };
  return {
    done,
    begin: (filter: F) => {
      const control = new AbortController();
      running.current = control;
      setDone(0);
      run(filter, control.signal)
        .catch((failure: unknown) => {
          const isOver = control.signal.aborted || (failure instanceof CallFailure && failure.status === 401);
          if (!isOver) toastFailure(sentenceOf(failure));
        })
        .finally(() => {
          if (running.current === control) setDone(null);
        });
    },
    cancel: () => {
      running.current?.abort();
      setDone(null);
    },
  };
}
