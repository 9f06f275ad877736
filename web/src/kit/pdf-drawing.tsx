/** Draws PDFs, and loads pdf.js to do so: whoever imports this is loaded when a document is opened, and not before. */
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
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

/** What its children show pages of. */
export function PdfDocument({
  file,
  onCount,
  children,
}: {
  file: Blob;
  /** Hears how many pages there are. */
  onCount?: (pages: number) => void;
  children: ReactNode;
}) {
  const [isLocked, setLocked] = useState(false);
  if (isLocked) return <CannotShow />;
  return (
    <Document
      file={file}
      options={options}
      suspense={false}
      loading={<Loading label="Loading the document" />}
      error={<CannotShow />}
      onLoadSuccess={({ numPages }) => onCount?.(numPages)}
      onPassword={() => setLocked(true)}
    >
      {children}
    </Document>
  );
}

/** One page, counted from 1. */
export function PdfPage({
  at,
  width,
  className,
  withoutFields = false,
}: {
  at: number;
  width: number;
  className?: string;
  /** For a screen that shows the fields of the form itself: they are not drawn, and the words are not laid over the page. */
  withoutFields?: boolean;
}) {
  const [shape, setShape] = useState(1.5);
  return (
    <Page
      pageNumber={at}
      width={width}
      devicePixelRatio={sharpness(width, width * shape)}
      className={className}
      renderAnnotationLayer={false}
      renderForms={withoutFields}
      renderTextLayer={!withoutFields}
      loading={
        <OnPaper>
          <Loading label={`Loading page ${at}`} />
        </OnPaper>
      }
      error={
        <OnPaper>
          <CannotShow />
        </OnPaper>
      }
      onLoadSuccess={(page) => setShape(page.originalHeight / page.originalWidth)}
    />
  );
}

/** A page is white in the dark as well, so what stands on it is dark. */
const OnPaper = ({ children }: { children: ReactNode }) => (
  <div style={{ color: '#16191d', '--mantine-color-gray-7': '#495057' } as CSSProperties}>{children}</div>
);

const CannotShow = () => <Failed message="This document cannot be shown here. It can still be downloaded." />;

/** As sharp as the screen is, as long as the picture of a page stays within what browsers can hold. */
const sharpness = (width: number, height: number): number =>
  Math.min(window.devicePixelRatio || 1, Math.sqrt(16_000_000 / (width * height)));
