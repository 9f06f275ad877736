import { Anchor, Text } from '@mantine/core';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';

/** Whom a row of work is about: told apart by the birth date, and whether anything need still be done with them. */
export function PatientCell(props: {
  of: { uId: number; name: string; dob?: string | undefined; isPatientDeactivated?: true | undefined };
  /** Left out where patients have no page. */
  onPatient: ((uId: number) => void) | undefined;
}) {
  const { of, onPatient } = props;
  const { uId, name, dob, isPatientDeactivated } = of;
  return (
    <span style={{ display: 'grid', justifyItems: 'start', overflowWrap: 'anywhere' }}>
      {onPatient ? (
        <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onPatient(uId)}>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {dob && (
        <Text span size="xs" c="gray.7" fw={400}>
          born {shownBirthDate(dob)}
        </Text>
      )}
      {isPatientDeactivated && (
        <Text span size="xs" c="gray.7" fw={600}>
          This patient is deactivated.
        </Text>
      )}
    </span>
  );
}
