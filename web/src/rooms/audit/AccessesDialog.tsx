import { copyAccount } from '@portal/contract/audit/endpoints.ts';
import { call } from '#api/call.ts';
import { sentenceOf } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';
import { saveFile } from '#kit/save-file.ts';
import { plusDays } from '#kit/plus-days.ts';
import { documentWaitMs } from '#api/exchange.ts';
import { ExportDialog } from '#shared/ExportDialog.tsx';
import type { Period } from '#shared/quick-periods.ts';

/** Whom and what somebody saw and changed in a period, both days included, as a file (PRV-02). */
export function AccessesDialog({ cpId, name, onClose }: { cpId: number; name: string; onClose: () => void }) {
  const download = async ({ start_date: first, end_date: last }: Period) => {
    const period = { from: new Date(`${first}T00:00:00Z`), until: new Date(`${plusDays(last, 1)}T00:00:00Z`) };
    const made = await call(copyAccount, { query: { cp_id: cpId, ...period } }, { waitMs: documentWaitMs });
    saveFile(await fromBase64(made.data, made.contentType), made.filename);
    return made.filename;
  };
  return (
    <ExportDialog
      title="Report of accesses"
      text={`What ${name} read and changed between these days (UTC) in one file, as pages to read and with a program that checks that nothing is missing or changed. Readings that are archived are not in it, and it says up to which month they are. Taking this report is recorded.`}
      submit="Make report"
      refusalOf={(error) => ({ text: sentenceOf(error) })}
      onExport={download}
      onClose={onClose}
    />
  );
}
