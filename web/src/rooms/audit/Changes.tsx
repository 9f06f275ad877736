import { Anchor, VisuallyHidden } from '@mantine/core';
import type { AuditEntry } from '@portal/contract/audit/endpoints.ts';
import { fieldWords } from '@portal/contract/audit/words.ts';
import { markedImage } from '@portal/contract/cards/rules.ts';
import { useState } from 'react';
import { CardImage } from './CardImage.tsx';
import classes from './records.module.css';
import { type Names, valueWords } from './values.ts';

/** A new record has many fields: these are shown until one asks for the rest. */
const shownAtFirst = 3;

/** What an entry changed: each field with its old and its new value side by side. */
export function Changes({ entry, names }: { entry: AuditEntry; names: Names }) {
  const [all, showAll] = useState(false);
  const { changes } = entry;
  if (changes.length === 0) return '–';
  const isNew = changes.every(({ old }) => old === null);
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <ul className={classes.changes} aria-label={`Changes of entry ${entry.number}`}>
        {shown.map(({ field, old, new: next }) => (
          <li key={field} className={classes.change}>
            <span className={classes.field}>{fieldWords(field)}</span>
            {!isNew && <Value of={entry} field={field} side="before" value={old} names={names} />}
            {!isNew && (
              <span>
                <span aria-hidden>→</span>
                <VisuallyHidden>became</VisuallyHidden>
              </span>
            )}
            <Value of={entry} field={field} side="since" value={next} names={names} />
          </li>
        ))}
      </ul>
      {changes.length > shownAtFirst && (
        <Anchor component="button" type="button" size="sm" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Show fewer' : `Show all ${changes.length} fields`}
          <VisuallyHidden> of entry {entry.number}</VisuallyHidden>
        </Anchor>
      )}
    </>
  );
}

function Value(props: { of: AuditEntry; field: string; side: 'before' | 'since'; value: unknown; names: Names }) {
  const { of: entry, field, side, value, names } = props;
  const words = valueWords(entry.recordKind, field, value, names);
  const sha256 = entry.recordKind === 'trial_card' ? markedImage(value) : null;
  if (sha256 === null) return <span className={classes.value}>{words === '' ? '–' : words}</span>;
  const what = `${fieldWords(field)} ${side} entry ${entry.number}`;
  return <CardImage trialId={Number(entry.recordId)} sha256={sha256} what={what} mark={words} />;
}
