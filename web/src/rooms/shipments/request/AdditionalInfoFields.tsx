import { Select, SimpleGrid, Text } from '@mantine/core';
import { messages, needByProblem, nextOrderProblem } from '@portal/contract/shipments/rules.ts';
import { DateField } from '#kit/DateField.tsx';
import { plusDays } from '#kit/plus-days.ts';
import { useToday } from '#shared/now.ts';
import { dateNames } from '../sentences.ts';
import { FormSection, type SectionProps } from './FormSection.tsx';
import { needsPrescriber } from './request-draft.ts';

const { dateRequired: needBy, nextOrderDate: nextOrder } = dateNames;

/** When it is needed, when to order again, and who prescribes (SHC-03 to SHC-06, OPS-76). */
export function AdditionalInfoFields({ draft, around, change }: SectionProps) {
  const { dateRequired, nextOrderDate } = draft;
  const today = useToday();
  const needByError = dateRequired && needByProblem(dateRequired, around.today, needBy);
  const nextOrderError = nextOrderDate && nextOrderProblem(nextOrderDate, around.today, nextOrder);
  const isKnown = around.prescribers.some((one) => one.cpId === draft.prescriberId);
  return (
    <FormSection legend="Additional Information">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <DateField
          label={needBy}
          required
          value={dateRequired}
          onChange={(day) => change({ dateRequired: day })}
          error={needByError}
          description={!needByError && dateRequired && <NeededSoon day={dateRequired} today={today} />}
        />
        <DateField
          label={nextOrder}
          required
          value={nextOrderDate}
          onChange={(day) => change({ nextOrderDate: day })}
          error={nextOrderError}
          description={
            !nextOrderError &&
            nextOrderDate === plusDays(today, 1) && <Soon>This is tomorrow. You are reminded to order again then.</Soon>
          }
        />
      </SimpleGrid>
      {needsPrescriber(draft, around) && (
        <>
          <Select
            label="Prescriber"
            required
            placeholder="Choose prescriber"
            data={around.prescribers.map((one) => ({
              value: String(one.cpId),
              label: `${one.fName} ${one.lName}`.trim(),
            }))}
            value={isKnown ? String(draft.prescriberId) : null}
            onChange={(value) => change({ prescriberId: value === null ? null : Number(value) })}
            error={isKnown ? undefined : messages.prescriber}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          {around.prescribers.length === 0 && (
            <Text size="sm" c="gray.7">
              This site has no prescribers yet.
            </Text>
          )}
        </>
      )}
    </FormSection>
  );
}

/** Allowed, and seldom meant. */
const Soon = ({ children }: { children: string }) => (
  <Text span fz="inherit" c="var(--portal-amber)" role="status">
    {children}
  </Text>
);

function NeededSoon({ day, today }: { day: string; today: string }) {
  if (day > today) return null;
  // East of UTC the rules take one more day.
  return (
    <Soon>
      {day < today ? 'This day is over where you are.' : 'This is today. Please check that it can arrive in time.'}
    </Soon>
  );
}
