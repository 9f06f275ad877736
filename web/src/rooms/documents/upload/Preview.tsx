import { lazyPart } from '#kit/lazy-part.tsx';
import type { PdfPagesProps } from '#kit/PdfPages.tsx';
import { Loading } from '#kit/States.tsx';
import classes from './Upload.module.css';

// What draws PDFs is larger than the whole portal.
const PdfPages = lazyPart(() => import('#kit/PdfPages.tsx'), 'PdfPages', <Loading label="Loading the preview" />);

/** The pages of a file that was not sent yet. */
export function Preview({ file, label, over }: Pick<PdfPagesProps, 'file' | 'label' | 'over'>) {
  return (
    <section aria-label="Preview" className={classes.preview}>
      <PdfPages file={file} label={label} over={over}>
        {null}
      </PdfPages>
    </section>
  );
}
