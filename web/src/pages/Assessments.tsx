import { useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#shared/page-search.ts';
import { AssessmentsScreen } from '#rooms/assessments/AssessmentsScreen.tsx';

const whole = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);

/** `/management/assessments?survey=&definition=`: the list of assessments, and the one that is being built. */
export default function Assessments() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const changeSearch = useChangeSearch();
  return (
    <AssessmentsScreen
      shown={{ survey: whole(search['survey']), definition: whole(search['definition']) }}
      onShow={({ survey, definition }) =>
        changeSearch({ survey: survey ?? undefined, definition: definition ?? undefined })
      }
    />
  );
}
