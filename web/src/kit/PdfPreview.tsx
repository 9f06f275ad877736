import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PdfPagesProps } from './PdfPages.tsx';
import { pdfName, saveFile } from './save-file.ts';
import { Sheet } from './Sheet.tsx';
import { Failed, Loading } from './States.tsx';

/** A PDF in a dialog 900 pixels wide: its pages, and a way to keep it (SDC-05, PDO-04, CCN-16). */
export function PdfPreview(props: {
  title: string;
  /** Undefined while it is on its way. */
  file: Blob | undefined;
  /** What it was called by whoever uploaded it. */
  filename: string;
  /** Why there is nothing to show. */
  failure?: string | null;
  /** What else can be done with it, beside "Download". */
  actions?: ReactNode;
  /** What is to be known before it is read. */
  about?: ReactNode;
  onRetry?: () => void;
  onClose: () => void;
}) {
  const { title, file, filename, failure, actions, about, onRetry, onClose } = props;
  const { Pages, isMissing, again } = usePages();
  const download = file && (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => saveFile(file, pdfName(filename))}
    >
      Download
    </Button>
  );
  return (
    <Sheet opened onClose={onClose} title={title} size="56.25rem" fills>
      <Stack gap="sm" flex={1} mih={0}>
        {about}
        {failure && <Failed message={failure} onRetry={onRetry} />}
        {!failure && !(file && (Pages ?? isMissing)) && <Loading label="Loading the document" />}
        {!failure && file && Pages && (
          <Pages file={file} label={title}>
            {actions}
            {download}
          </Pages>
        )}
        {!failure && file && isMissing && (
          <>
            <Failed message="The preview could not be loaded. The document can still be downloaded." onRetry={again} />
            <Group justify="center">{download}</Group>
          </>
        )}
      </Stack>
    </Sheet>
  );
}

/** What draws PDFs is larger than the whole portal: it is loaded while the first document is on its way, and not before. */
function usePages() {
  const [loaded, setLoaded] = useState<{ Pages?: ComponentType<PdfPagesProps>; isMissing: boolean }>({
    isMissing: false,
  });
  const load = useCallback(
    () =>
      void import('./PdfPages.tsx').then(
        ({ PdfPages }) => setLoaded({ Pages: PdfPages, isMissing: false }),
        () => setLoaded({ isMissing: true }),
      ),
    [],
  );
  useEffect(load, [load]);
  return { ...loaded, again: load };
}
