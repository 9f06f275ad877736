import { Group } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PdfDocument, PdfPage } from './pdf-drawing.tsx';
import classes from './PdfPages.module.css';
import { PageChoice, ZoomChoice } from './PdfTools.tsx';

export interface PdfPagesProps {
  file: Blob;
  /** What the document is called. */
  label: string;
  /** What lies over a page that is so many pixels wide. */
  over?: ((page: number, width: number) => ReactNode) | null | undefined;
  /** What else can be done with it. */
  children: ReactNode;
}

/** 1 is as wide as there is room. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The pages of a PDF, one at a time, as wide as there is room or larger. */
export function PdfPages({ file, label, over, children }: PdfPagesProps) {
  const [count, setCount] = useState(0);
  const [at, setAt] = useState(1);
  const [zoom, setZoom] = useState(1);
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
            <ZoomChoice zoom={zoom} steps={steps} onChange={setZoom} fits={zoom === 1} onFit={() => setZoom(1)} />
          </>
        )}
        <Group ml="auto">{children}</Group>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={ref} className={classes.pages} role="group" aria-label={`Page ${at} of ${label}`} tabIndex={0}>
        <PdfDocument file={file} onCount={setCount}>
          <div className={classes.page}>
            <PdfPage at={at} width={width} />
            {over?.(at, width)}
          </div>
        </PdfDocument>
      </div>
    </>
  );
}
