import { Checkbox, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Question, wantsAnswer } from '@portal/contract/assessments/flow.ts';

interface Props {
  question: Question;
  answer: string;
  labelledBy: string;
  onAnswer: (answer: string) => void;
}

/** The field of a question, by its type (ANS-06). */
export function PreviewAnswer({ question, answer, labelledBy, onAnswer }: Props) {
  const { questionType: type, options } = question;
  if (type === 'Label') return null;
  if (!wantsAnswer(type)) return <Text c="gray.7">Here the patient’s own list is filled in.</Text>;
  if (type === 'MC')
    return (
      <Radio.Group value={answer || null} onChange={(given) => onAnswer(String(given))} aria-labelledby={labelledBy}>
        <Stack gap="xs">
          {options.map((option) => (
            <Radio key={option} value={option} label={option} />
          ))}
        </Stack>
      </Radio.Group>
    );
  if (type === 'Checkbox')
    return (
      <Checkbox.Group
        value={answer === '' ? [] : answer.split('|')}
        onChange={(chosen) => onAnswer(options.filter((option) => chosen.includes(option)).join('|'))}
        aria-labelledby={labelledBy}
      >
        <Stack gap="xs">
          {options.map((option) => (
            <Checkbox key={option} value={option} label={option} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (type === 'MedInfo') return <Medication answer={answer} onAnswer={onAnswer} />;
  if (type === 'Numeric')
    return (
      <TextInput
        aria-labelledby={labelledBy}
        inputMode="decimal"
        autoComplete="off"
        maw="12rem"
        value={answer}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    );
  return (
    <Textarea
      aria-labelledby={labelledBy}
      description={type === 'MedList' ? 'One medication a line' : undefined}
      rows={3}
      value={type === 'MedList' ? answer.replaceAll('|', '\n') : answer}
      onChange={({ currentTarget: { value } }) => onAnswer(type === 'MedList' ? value.replaceAll('\n', '|') : value)}
    />
  );
}

/** OPC-28: its parts by commas. */
function Medication({ answer, onAnswer }: Pick<Props, 'answer' | 'onAnswer'>) {
  const [name = '', strength = '', pills = ''] = answer.split(',');
  const parts = [name, strength, pills];
  const field = (label: string, place: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={parts[place] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const given = parts.map((part, i) => (i === place ? value.replaceAll(',', ' ') : part));
        onAnswer(given.every((part) => part === '') ? '' : given.join(','));
      }}
    />
  );
  return (
    <Group gap="sm" grow>
      {field('Medication', 0)}
      {field('Strength', 1)}
      {field('Pills', 2)}
    </Group>
  );
}
