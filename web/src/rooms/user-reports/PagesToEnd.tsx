import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { PdfDocument, PdfPage } from '#kit/pdf-drawing.tsx';
import { letter } from '#shared/pdf-report/page-sizes.ts';
import { signaturePage } from './page-sizes.ts';
import classes from './user-reports.module.css';

const gap = 12;

/** All pages of a report below one another; tells when the end has been in sight (URP-02). Those in sight alone are drawn. */
export function PagesToEnd({ file, label, onEnd }: { file: Blob; label: string; onEnd: () => void }) {
  const [count, setCount] = useState(0);
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const frame = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, frame);
  const [sight, setSight] = useState({ from: 0, to: 2_000 });
  const sheetWidth = Math.floor(Math.max(width, 200));
  const heightOf = (at: number) => {
    const [across, down] = at === count ? signaturePage : letter;
    return (sheetWidth * down) / across;
  };
  const isDrawn = count > 0 && width > 0;

  const look = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = frame.current ?? {};
    setSight({ from: scrollTop - clientHeight, to: scrollTop + 2 * clientHeight });
    // Within a few pixels: browsers round what is zoomed.
    if (isDrawn && scrollTop + clientHeight >= scrollHeight - 8) onEnd();
  };
  // A window that is higher than the report shows all of it without being scrolled.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the pages have been laid out anew
  useEffect(look, [count, sheetWidth]);

  const tops = Array.from({ length: count }, (_, at) => at * (heightOf(0) + gap));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={ref} className={classes.pages} role="group" aria-label={`Pages of ${label}`} tabIndex={0} onScroll={look}>
      <PdfDocument file={file} onCount={setCount}>
        {tops.map((top, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page is its number
          <div key={at} className={classes.sheet} style={{ height: heightOf(at + 1), marginBottom: gap }}>
            {top < sight.to && top + heightOf(at + 1) > sight.from && <PdfPage at={at + 1} width={sheetWidth} />}
          </div>
        ))}
      </PdfDocument>
    </div>
  );
}
