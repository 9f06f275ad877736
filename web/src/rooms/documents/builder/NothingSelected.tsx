import { Text, Title } from '@mantine/core';
import classes from './builder.module.css';
import { type BuilderState, type Signer, signerWords } from './fields.ts';

const keys = [
  ['Tab', 'goes from field to field'],
  ['Arrows', 'move it, with Shift by ten'],
  ['Alt + arrows', 'make it larger or smaller'],
  ['Enter', 'goes to its settings, Escape back'],
  ['Delete', 'removes it'],
  ['Ctrl + D', 'duplicates it'],
  ['Ctrl + Z, Ctrl + Y', 'undo and redo'],
] as const;

/** While no field is selected: how many there are for whom, and the keys. */
export function NothingSelected({ state, signers }: { state: BuilderState; signers: readonly Signer[] }) {
  const strangers = new Set(
    state.fields.map(({ signer }) => signer).filter((one) => !signers.some((known) => known.signerNum === one)),
  );
  return (
    <>
      <Title order={3}>
        {state.fields.length === 0
          ? 'No fields yet'
          : `${state.fields.length} ${state.fields.length === 1 ? 'field' : 'fields'}`}
      </Title>
      <ul className={classes.counts}>
        {signers.map((one) => {
          const own = state.fields.filter(({ signer }) => signer === one.signerNum);
          const signs = own.some(({ name }) => name === 'Signature');
          return (
            <li
              key={one.signerNum}
            >{`${signerWords(one)}: ${own.length}${signs ? '' : ', no signature field yet'}`}</li>
          );
        })}
        {[...strangers].map((one) => (
          <li key={one}>{`Signer ${one} is not among the signers: select their fields and choose another.`}</li>
        ))}
      </ul>
      {state.foreign.length > 0 && (
        <Text>
          {state.foreign.length === 1
            ? 'One more field was made elsewhere. It stays as it is.'
            : `${state.foreign.length} more fields were made elsewhere. They stay as they are.`}
        </Text>
      )}
      <dl className={classes.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
