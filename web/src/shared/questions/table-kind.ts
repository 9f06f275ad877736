import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Column } from '#kit/AppTable.tsx';
import type { DraftFields } from '#kit/rebase.ts';
import type { Change, Row } from './held.ts';

/** A kind of entries: how one is called, listed and filled in. */
export interface TableKind<Draft extends object> {
  thing: string;
  label: string;
  empty: string;
  nameOf: (draft: Draft) => string;
  columns: readonly Column<Row<Draft>>[];
  fields: DraftFields<Draft>;
  problemsIn: (draft: Draft) => Partial<Record<keyof Draft & string, string>>;
  inputs: (form: UseFormReturnType<Draft>) => ReactNode;
  newDraft: () => Draft;
  toFields: (draft: Draft) => Omit<Change, 'operation' | 'id' | 'version'>;
}
