import { useEffect, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { csvOf, datedFileName, saveCsv } from '#kit/csv.ts';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';
import { exportRows } from './export-audit.ts';
import type { AuditFilter } from './filter.ts';

/** Exports the trail as it is narrowed. `done` is how many entries have come so far, or null while nothing is exported. */
export function useAuditExport() {
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (filter: AuditFilter, signal: AbortSignal) => {
    const rows = await exportRows(filter, signal, setDone);
    const text = await csvOf(rows);
    if (signal.aborted) return;
    const fileName = datedFileName('Audit_Trail', today());
    saveCsv(text, fileName);
    toastSuccess(`${fileName} is downloaded.`);
  };
  return {
    done,
    begin: (filter: AuditFilter) => {
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
