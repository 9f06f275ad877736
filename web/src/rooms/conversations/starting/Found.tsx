import { Text } from '@mantine/core';
import classes from '../conversations.module.css';

interface Row {
  id: number;
  words: string;
  more?: string;
}

/** What a search found, below its field: each is chosen by a press. */
export function Found(props: {
  label: string;
  /** What they are called, one and several: "patient", "patients". */
  things: readonly [string, string];
  rows: readonly Row[];
  /** Something is looked for. */
  isAsked: boolean;
  isLoading: boolean;
  isFailed: boolean;
  empty: string;
  /** How many more there are than rows. */
  more?: number;
  onChoose: (row: Row) => void;
}) {
  const { label, things, rows, isAsked, isLoading, isFailed, empty, more = 0, onChoose } = props;
  const isThere = isAsked && !isLoading && !isFailed && rows.length > 0;
  const count = `${rows.length.toLocaleString('en')} ${things[rows.length === 1 ? 0 : 1]} found`;
  const words = isLoading
    ? 'Searching…'
    : isFailed
      ? 'The search failed. Type again to try again.'
      : !isThere
        ? empty
        : more > 0
          ? `${count}, ${more.toLocaleString('en')} more: type more of the name.`
          : `${count}.`;
  return (
    <div>
      {/* It is there before it has something to say, so that all of it is read out. */}
      <Text size="sm" c="gray.7" role="status" mt={isAsked ? 'xs' : 0}>
        {isAsked && words}
      </Text>
      {isThere && (
        <ul className={classes.found} aria-label={label}>
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" className={classes.row} onClick={() => onChoose(row)}>
                <span className={classes.line}>
                  <span>{row.words}</span>
                  {row.more && <span className={classes.quiet}>{row.more}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
