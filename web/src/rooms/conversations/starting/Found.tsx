import { Text } from '@mantine/core';
import classes from '../conversations.module.css';

interface Row {
  id: number;
  words: string;
  more?: string;
}

/** What a search found: each is chosen by a press. */
export function Found(props: {
  label: string;
  rows: readonly Row[];
  isLoading: boolean;
  isFailed: boolean;
  empty: string;
  /** How many more there are than rows. */
  more?: number;
  onChoose: (row: Row) => void;
}) {
  const { label, rows, isLoading, isFailed, empty, more = 0, onChoose } = props;
  if (isLoading || isFailed || rows.length === 0)
    return (
      <Text size="sm" c="gray.7" role="status">
        {isLoading ? 'Searching…' : isFailed ? 'The search failed. Type again to try again.' : empty}
      </Text>
    );
  return (
    <>
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
      {more > 0 && (
        <Text size="sm" c="gray.7" role="status">
          {`${more.toLocaleString('en')} more: type more of the name.`}
        </Text>
      )}
    </>
  );
}
