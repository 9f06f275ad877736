import { useViewerOrNobody } from '#api/viewer.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { rootOf } from './guards.ts';

const NotFound = lazyPart(() => import('#pages/NotFound.tsx'), 'default');
const NotFoundInside = lazyPart(async () => {
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
}, 'default');

/** `/not-found` is open to everybody; who is signed in keeps menu and sign-out (RTE-36). */
export default function NotFoundRoute() {
  const viewer = useViewerOrNobody();
  return viewer ? <NotFoundInside hasStart={rootOf(viewer) !== '/not-found'} /> : <NotFound />;
}
