/** What a person may press next is fetched while nothing else is under way, so that it is there when the network is not. */
import { sessionState, type Viewer, watchSession } from '#api/session.ts';
import { knownDialogs } from '#kit/lazy-part.tsx';
import { menuOf } from './menu.ts';
import { routeOf } from './routes.ts';

type Load = () => Promise<unknown>;

/** Long after the first page is shown: nothing of this may stand in its way. */
const afterMs = 5_000;

/** Begins once somebody is signed in, and goes on when the network is back; gives back how to stop it. */
export function fetchAhead(dialogs: () => readonly Load[] = knownDialogs): () => void {
  const fetched = new Set<Load>();
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    const { viewer } = sessionState();
    clearTimeout(timer);
    if (viewer && isWelcome())
      timer = setTimeout(() => void fetchAll(() => wanted(viewer, dialogs()), fetched, stopped.signal), afterMs);
  };
  begin();
  const quiet = watchSession(begin);
  window.addEventListener('online', begin);
  return () => {
    stopped.abort();
    clearTimeout(timer);
    quiet();
    window.removeEventListener('online', begin);
  };
}

/** Not where each byte counts. */
function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

const menuOfRow: Load = () => import('#kit/RowMenuList.tsx');

/** What one presses before what one goes to. */
function wanted(viewer: Viewer, dialogs: readonly Load[]): readonly Load[] {
  const paths = [...menuOf(viewer).flatMap(({ entries }) => entries.map(({ path }) => path)), '/account', '/sign-in'];
  return [...dialogs, menuOfRow, ...paths.flatMap((path) => routeOf(path)?.page ?? [])];
}

/** One after the other, and each may bring dialogs that were not known before; ends with the first that does not come. */
async function fetchAll(loads: () => readonly Load[], fetched: Set<Load>, stopped: AbortSignal): Promise<void> {
  const next = () => (stopped.aborted ? undefined : loads().find((load) => !fetched.has(load)));
  for (let load = next(); load; load = next()) {
    await untilIdle();
    if ((await load().catch(() => false)) === false) return;
    fetched.add(load);
  }
}

/** Some browsers do not tell. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });
