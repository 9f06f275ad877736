import { Button, Checkbox, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { type Edge, finished, hasOptions, type Node } from '@portal/contract/assessments/flow.ts';
import { longest } from '@portal/contract/assessments/rules.ts';
import { IconCheck, IconFlag, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { type Allowed, StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { Tool } from '#kit/Tool.tsx';
import classes from './builder.module.css';
import { dataOf, nameOf, type Option, optionsOf, shortened } from './graph-edit.ts';

/** ASB-20. */
const withoutCommas: Allowed = {
  keep: (typed) => typed.replaceAll(',', ''),
  refused: /,/g,
  only: 'No commas',
  check: 'the option',
};
const longestOption = 200;
const noOption: Option = { text: '', isFlagged: false };

/** ASB-16 to ASB-23. A branch is made here as well as changed, so that it takes no mouse. */
export function BranchEditor(props: {
  edge: Edge;
  /** It is not in the graph yet. */
  isNew: boolean;
  nodes: readonly Node[];
  onDone: (edge: Edge) => void;
  onRemove: () => void;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
}) {
  const { edge: first, isNew, nodes, onDone, onRemove, onClose, returnTo } = props;
  const [ends, setEnds] = useState({ source: first.source, target: first.target });
  const [options, setOptions] = useState(() => optionsOf(first));
  const [option, setOption] = useState(noOption);
  /** The place of the option that is being edited; null is a new one. */
  const [place, setPlace] = useState<number | null>(null);
  const text = option.text.trim();
  const isTooLong = tooLong(text, longestOption) !== undefined;
  const type = nodes.find(({ id }) => id === ends.source)?.questionType.value;
  /** An option that is being edited keeps its words while the field is empty. */
  const words = text === '' && place !== null ? (options[place]?.text ?? '') : text;
  // What stands in the field and was not confirmed is meant.
  const withOption = (): Option[] => {
    if (words === '') return options;
    const given = { ...option, text: words };
    return place === null ? [...options, given] : options.map((one, i) => (i === place ? given : one));
  };
  const edit = (kept: readonly Option[], at: number | null) => {
    setOptions([...kept]);
    setPlace(at);
    setOption((at === null ? undefined : kept[at]) ?? noOption);
  };
  const confirm = () => {
    if (text !== '' && !isTooLong) edit(withOption(), null);
  };
  const press = (at: number) => {
    if (!isTooLong) edit(withOption(), place === at ? null : at);
  };
  const isReady = ends.source !== '' && ends.target !== '' && !isTooLong;
  const isDirty =
    ends.source !== first.source ||
    ends.target !== first.target ||
    JSON.stringify(dataOf(withOption())) !== JSON.stringify(first.data);
  const questions = nodes
    .toSorted((one, other) => (one.questionNum ?? Infinity) - (other.questionNum ?? Infinity))
    .map((node) => ({ value: node.id, label: `${nameOf(node)}${node.question && `: ${shortened(node.question)}`}` }));
  return (
    <Dialog opened onClose={onClose} title="Branch Editor" size="lg" dirty={isDirty} returnTo={returnTo}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onDone({ ...first, ...ends, data: dataOf(withOption()) });
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label="From"
            data={[{ value: '', label: 'Choose a question', disabled: true }, ...questions]}
            value={ends.source}
            onChange={(event) => setEnds({ ...ends, source: event.currentTarget.value })}
          />
          <NativeSelect
            label="Leads to"
            data={[
              { value: '', label: 'Choose where it leads', disabled: true },
              ...questions.filter(({ value }) => value !== ends.source),
              { value: finished, label: 'The end of the assessment' },
            ]}
            value={ends.target}
            onChange={(event) => setEnds({ ...ends, target: event.currentTarget.value })}
          />
          <Group gap="sm" align="flex-end" wrap="nowrap">
            <StrictField
              label="Answer Options"
              flex={1}
              allowed={withoutCommas}
              most={longestOption}
              data-autofocus={isReady || undefined}
              value={option.text}
              // A tick that is out of sight is not one of what is typed next.
              onChange={(typed) =>
                setOption({ isFlagged: (typed.trim() !== '' || place !== null) && option.isFlagged, text: typed })
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || text === '') return;
                event.preventDefault();
                confirm();
              }}
            />
            <Checkbox
              label="Flagged"
              mb={8}
              // It is of an option, not of the branch.
              disabled={words === ''}
              checked={words !== '' && option.isFlagged}
              onChange={(event) => setOption({ ...option, isFlagged: event.currentTarget.checked })}
            />
            <Tool label="Confirm option" isReady={text !== '' && !isTooLong} onPress={confirm} Icon={IconCheck} />
            <Tool
              label="Remove option"
              isReady={place !== null}
              onPress={() =>
                edit(
                  options.filter((_, i) => i !== place),
                  null,
                )
              }
              Icon={IconTrash}
            />
          </Group>
          {type && !hasOptions(type) && (
            <Text size="sm" c="gray.7">
              A question of this type moves on by itself. Its options are kept and apply again once its type has
              options.
            </Text>
          )}
          {type === 'Numeric' && (
            <Text size="sm" c="gray.7">
              For a number, each option is a range such as 0-10. An answer outside all ranges is not accepted.
            </Text>
          )}
          {options.length > 0 && (
            <ul className={classes.options} aria-label="Options of this branch">
              {options.map((one, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- an option is known by its place alone
                <li key={i}>
                  <UnstyledButton className={classes.option} aria-pressed={place === i} onClick={() => press(i)}>
                    {one.isFlagged && <Flag />}
                    <span>{one.text}</span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
          <Group justify="space-between" gap="sm">
            {isNew ? (
              <span />
            ) : (
              <Button variant="default" c="red.9" onClick={onRemove}>
                Remove Branch
              </Button>
            )}
            <SubmitButton ready={isReady && dataOf(withOption()).label.length <= longest.label}>Done</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** ASB-21. */
export const Flag = () => (
  <>
    <IconFlag size={14} className={classes.flag} role="img" aria-label="Flagged" />{' '}
  </>
);
