import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { useToday } from '#shared/now.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { FollowUpsScreen } from '#rooms/follow-ups/FollowUpsScreen.tsx';
import { lookAsSearch, monthIn, readLook, saidIn, type View, viewIn } from '#rooms/follow-ups/look.ts';

/** `/follow-ups?cp=3,5&from=&to=&day=today&view=calendar&month=2031-03`, or `?cp=all&view=overdue`. */
export default function FollowUps() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { cpId, modules } = useViewer();
  const today = useToday();
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const show = (part: object) => changeSearch(part, { resetScroll: false });
  const view = viewIn(search);
  /** What is overdue is told of with everybody's number, so it is everybody's that is listed first. */
  const whoseIn = (next: View) => (next === 'overdue' ? { cp: 'all' } : view === 'overdue' ? { cp: undefined } : {});
  return (
    <FollowUpsScreen
      today={today}
      look={readLook(search, cpId, today)}
      said={saidIn(search)}
      onLook={(look, as) => show({ ...lookAsSearch(look, cpId, today), ...(as === 'list' && { view: undefined }) })}
      view={view}
      onView={(next) => show({ view: next === 'list' ? undefined : next, ...whoseIn(next) })}
      month={monthIn(search)}
      onMonth={(month) => show({ month })}
      onPatient={
        modules.includes('TrialCard') ? undefined : (uId) => void navigate({ to: '/patient', state: { uId } as never })
      }
    />
  );
}
