import { Stack } from '@mantine/core';
import { isPillCount, messages } from '@portal/contract/assessments/flow.ts';
import type { ReactNode } from 'react';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import type { OnPick } from '../DrugSearch.tsx';
import { fitting, inMedications } from '../medication-text.ts';
import { answerOfMedication, type MedicationText, medicationText } from './answer-text.ts';
import type { AnswerProps } from './answer-props.ts';
import classes from './questions.module.css';
import { useSettled } from './settled.ts';

/** One medication: name and strength, and the number of pills where it is known (ANS-18, ANS-20, OPC-35). */
export function MedicationAnswer(props: AnswerProps & { findDrug?: ((onPick: OnPick) => ReactNode) | undefined }) {
  const { answer, onAnswer, labelledBy, describedBy, problem, isLarge, readOnly, findDrug } = props;
  const given = medicationText(answer);
  const isSettled = useSettled(given.pills);
  const pills = given.pills.trim();
  const wrongPills = pills !== '' && !isPillCount(pills) && isSettled ? messages.pills : null;
  const write = (part: Partial<MedicationText>) => onAnswer(answerOfMedication({ ...given, ...part }));
  const pick: OnPick = ({ brandName, genericName, strength: given }) => {
    const name = fitting('Name', brandName || genericName, 200);
    const strength = fitting('Strength', given, 200);
    write({ name: name.text, strength: strength.text });
    return [...name.leftEmpty, ...strength.leftEmpty];
  };
  const missing = (text: string) => (text.trim() === '' ? problem : undefined);
  const field = { readOnly, size: isLarge ? 'lg' : 'sm', inputContainer: alsoDescribedBy(describedBy) } as const;
  return (
    <Stack gap="sm" role="group" aria-labelledby={labelledBy}>
      {!readOnly && findDrug?.(pick)}
      <div className={classes.fields} data-large={isLarge || undefined}>
        <StrictField
          {...field}
          label="Name"
          required
          allowed={inMedications}
          most={200}
          value={given.name}
          error={missing(given.name)}
          onChange={(name) => write({ name })}
        />
        <StrictField
          {...field}
          label="Strength"
          required
          allowed={inMedications}
          most={200}
          value={given.strength}
          error={missing(given.strength)}
          onChange={(strength) => write({ strength })}
        />
        <LimitedTextInput
          {...field}
          label="Number of pills"
          inputMode="numeric"
          autoComplete="off"
          most={20}
          value={given.pills}
          error={wrongPills}
          // In their place stands a point: 1,5 is told of as 1.5, and never becomes 15.
          onChange={(event) => write({ pills: event.currentTarget.value.replace(/[,|]/g, '.') })}
        />
      </div>
    </Stack>
  );
}
