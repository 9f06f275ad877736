import { ActionIcon, Button, Group, NumberInput, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import classes from './PdfPages.module.css';
import { Failed, Loading } from './States.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;

/** Put there by the build (`pdf-data.ts`). */
const data = `/assets/pdf-${pdfjs.version}`;

/** Nothing that a document brings is ever run: its pages are drawn, without links, forms or actions (SEC-31). */
const options = {
  enableXfa: false,
  // The decoders of scanned pages as plain scripts: WebAssembly would need a wider content security policy (SEC-21).
  useWasm: false,
  wasmUrl: `${data}/wasm/`,
  cMapUrl: `${data}/cmaps/`,
  standardFontDataUrl: `${data}/standard_fonts/`,
  // An A3 page at 600 dpi; a larger picture is there to fill the memory.
  maxImageSize: 100_000_000,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};

export interface PdfPagesProps {
  file: Blob;
  /** What the document is called. */
  label: string;
  /** What else can be done with it. */
  children: ReactNode;
}

/** The pages of a PDF, one at a time, as wide as there is room or larger. */
export function PdfPages({ file, label, children }: PdfPagesProps) {
  const [count, setCount] = useState(0);
  const [at, setAt] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [isLocked, setLocked] = useState(false);
  const [shape, setShape] = useState(1.5);
  const { ref: measured, width: room } = useElementSize<HTMLDivElement>();
  const pages = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, pages);
  const width = Math.floor(Math.max(room, 200) * zoom);
  useEffect(() => {
    pages.current?.scrollTo({ top: 0 });
  }, [at]);
  return (
    <>
      <Group gap="sm">
        {count > 0 && (
          <>
            <PageChoice at={at} count={count} onChange={setAt} />
            <ZoomChoice zoom={zoom} onChange={setZoom} />
          </>
        )}
        <Group ml="auto">{children}</Group>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={ref} className={classes.pages} role="group" aria-label={`Page ${at} of ${label}`} tabIndex={0}>
        {isLocked ? (
          <CannotShow />
        ) : (
          <Document
            file={file}
            options={options}
            suspense={false}
            loading={<Loading label="Loading the document" />}
            error={<CannotShow />}
            onLoadSuccess={({ numPages }) => setCount(numPages)}
            onPassword={() => setLocked(true)}
          >
            <Page
              pageNumber={at}
              width={width}
              devicePixelRatio={sharpness(width, width * shape)}
              className={classes.page}
              renderAnnotationLayer={false}
              loading={<Loading label={`Loading page ${at}`} />}
              error={<CannotShow />}
              onLoadSuccess={(page) => setShape(page.originalHeight / page.originalWidth)}
            />
          </Document>
        )}
      </div>
    </>
  );
}

const CannotShow = () => <Failed message="This document cannot be shown here. It can still be downloaded." />;

/** As sharp as the screen is, as long as the picture of a page stays within what browsers can hold. */
const sharpness = (width: number, height: number): number =>
  Math.min(window.devicePixelRatio || 1, Math.sqrt(16_000_000 / (width * height)));

function PageChoice({ at, count, onChange }: { at: number; count: number; onChange: (page: number) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Pages">
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Previous page"
        disabled={at <= 1}
        onClick={() => onChange(at - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" aria-hidden>
        Page
      </Text>
      <NumberInput
        aria-label="Page"
        value={at}
        onChange={(page) => typeof page === 'number' && page >= 1 && page <= count && onChange(page)}
        min={1}
        max={count}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        w={64}
      />
      <Text size="sm">of {count}</Text>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Next page"
        disabled={at >= count}
        onClick={() => onChange(at + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <VisuallyHidden component="output">{`Page ${at} of ${count}`}</VisuallyHidden>
    </Group>
  );
}

/** 1 is as wide as there is room. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

function ZoomChoice({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  const at = steps.indexOf(zoom);
  const step = (to: number) => onChange(steps[to] ?? 1);
  return (
    <Group gap="xs" role="group" aria-label="Size">
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Zoom out"
        disabled={at <= 0}
        onClick={() => step(at - 1)}
      >
        <IconZoomOut size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" component="output" miw={48} ta="center">{`${zoom * 100} %`}</Text>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Zoom in"
        disabled={at >= steps.length - 1}
        onClick={() => step(at + 1)}
      >
        <IconZoomIn size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" disabled={zoom === 1} onClick={() => onChange(1)}>
        Fit to width
      </Button>
    </Group>
  );
}
