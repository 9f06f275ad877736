import { useSyncExternalStore } from 'react';
import { type Brand, pageData } from './page.ts';
import { type Viewer, sessionState, watchSession } from './session.ts';

export type { Brand } from './page.ts';
export type { Viewer } from './session.ts';

/** Who is signed in; only for what is shown inside the portal. */
export function useViewer(): Viewer {
  const viewer = useViewerOrNobody();
  if (!viewer) throw new Error('nobody is signed in');
  return viewer;
}

/** Who is signed in, or null. */
export const useViewerOrNobody = (): Viewer | null => useSyncExternalStore(watchSession, () => sessionState().viewer);

/** The brand of the host (BRN-01). */
export const useBrand = (): Brand => pageData().brand;
