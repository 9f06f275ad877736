import type { NpiEntry } from '@portal/contract/delegates/endpoints.ts';
import { useState } from 'react';
import { DiscardQuestion } from '#kit/DiscardQuestion.tsx';
import { NpiForm, type Taken } from './NpiForm.tsx';
import { NpiTable } from './NpiTable.tsx';

/** The NPIs of a delegate below the form that adds one or edits one of them. What was typed makes room for another one only after a question. */
export function NpiEntries<T extends NpiEntry>(props: {
  label: string;
  entries: readonly T[];
  rows: 3 | 5;
  empty: string;
  busy?: boolean;
  onAdd: (entry: NpiEntry) => Promise<boolean> | boolean;
  /** `before` is what the change starts from: another one is given back where it has changed meanwhile. */
  onChange: (entry: NpiEntry, before: T) => Promise<Taken<T>> | Taken<T>;
  onRemove: (entry: T) => void;
  isTyped: boolean;
  onTyped: (typed: boolean) => void;
}) {
  const { label, entries, rows, empty, busy = false, onAdd, onChange, onRemove, isTyped, onTyped } = props;
  const [edited, setEdited] = useState<T | null>(null);
  const [asking, setAsking] = useState<T | null>(null);
  const edit = (entry: T | null) => {
    setAsking(null);
    setEdited(entry);
    onTyped(false);
  };
  const change = async (entry: NpiEntry): Promise<Taken<T>> => {
    if (!edited) return false;
    const taken = await onChange(entry, edited);
    if (taken === true) setEdited(null);
    else if (taken !== false) setEdited(taken.now);
    return taken;
  };
  return (
    <>
      {edited ? (
        <NpiForm
          key={edited.npi}
          entry={edited}
          busy={busy}
          onSave={change}
          onCancel={() => edit(null)}
          onTyped={onTyped}
        />
      ) : (
        <NpiForm key="new" busy={busy} onSave={onAdd} onTyped={onTyped} />
      )}
      <NpiTable
        label={label}
        entries={entries}
        rows={rows}
        empty={empty}
        onEdit={(entry) => (isTyped ? setAsking(entry) : edit(entry))}
        onRemove={onRemove}
      />
      <DiscardQuestion opened={asking !== null} onDiscard={() => edit(asking)} onClose={() => setAsking(null)} />
    </>
  );
}
