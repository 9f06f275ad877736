/** The field builder for whoever shows it: it brings along what draws and what writes PDFs, so it is loaded when it is needed. */
import { lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import type { BuilderState } from './fields.ts';

export const FieldBuilder = lazyPart(
  () => import('./FieldBuilder.tsx'),
  'FieldBuilder',
  <Loading label="Loading the builder" />,
);

/** The pages and fields of a PDF. A locked or damaged one is refused. */
export const openForm = async (pdf: Uint8Array): Promise<BuilderState> =>
  (await import('./read-form.ts')).openForm(pdf);

/** The PDF with these fields. */
export const buildForm = async (pdf: Uint8Array, state: BuilderState): Promise<Uint8Array> =>
  (await import('./write-form.ts')).buildForm(pdf, state);
