import { lazy, Suspense } from 'react';
import { useViewerOrNobody } from '#api/viewer.ts';
import { rootOf } from './guards.ts';

const NotFound = lazy(() => import('#pages/NotFound.tsx'));
const NotFoundInside = lazy(async () => {
  const [{ default: Shell }, { NothingHere }] = await Promise.all([
    import('./Shell.tsx'),
    import('#pages/NotFound.tsx'),
  ]);
  return {
    default: ({ hasStart }: { hasStart: boolean }) => (
      <Shell>
        <NothingHere hasStart={hasStart} inside />
      </Shell>
    ),
  };
});

/** `/not-found` is open to everybody; who is signed in keeps menu and sign-out (RTE-36). */
export default function NotFoundRoute() {
  const viewer = useViewerOrNobody();
  return <Suspense>{viewer ? <NotFoundInside hasStart={rootOf(viewer) !== '/not-found'} /> : <NotFound />}</Suspense>;
}
