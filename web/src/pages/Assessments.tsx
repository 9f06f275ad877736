import { useNavigate, useSearch } from '@tanstack/react-router';
import { AssessmentsScreen } from '#rooms/assessments/AssessmentsScreen.tsx';

const whole = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);

/** `/management/assessments?survey=&definition=`: the list of assessments, and the one that is being built. */
export default function Assessments() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <AssessmentsScreen
      shown={{ survey: whole(search['survey']), definition: whole(search['definition']) }}
      onShow={({ survey, definition }) =>
        void navigate({
          to: '.',
          search: ((before: object) => ({
            ...before,
            survey: survey ?? undefined,
            definition: definition ?? undefined,
          })) as never,
        })
      }
    />
  );
}
