import { IconDownload } from '@tabler/icons-react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { useWork } from '#api/use-work.ts';
import { type CsvRow, csvOf, datedFileName, saveCsv } from '#kit/csv.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';

/** Makes a file of a number's rows. */
export function CsvButton(props: {
  /** What is in it, for a button among several. */
  of: string;
  file: string;
  disabled?: boolean;
  rows: () => CsvRow[] | Promise<CsvRow[]>;
}) {
  const { of, file, disabled, rows } = props;
  const make = async () => {
    const name = datedFileName(file, today());
    saveCsv(await csvOf(await rows()), name);
    return name;
  };
  const download = useWork(make, {
    onSuccess: (name) => toastSuccess(`${name} is downloaded.`),
    onError: (failure) => {
      if (failure instanceof CallFailure && failure.status === 401) return;
      toastFailure(sentenceOf(failure));
    },
  });
  return (
    <SubmitButton
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Export CSV: ${of}`}
      disabled={disabled}
      busy={download.isPending}
      onPress={() => download.mutate()}
    >
      Export CSV
    </SubmitButton>
  );
}
