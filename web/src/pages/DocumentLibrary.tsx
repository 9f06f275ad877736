import { useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#shared/page-search.ts';
import { LibraryScreen } from '#rooms/documents/LibraryScreen.tsx';

/** `/management/documents?view=`: the document library, and the document that is open over it. */
export default function DocumentLibrary() {
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const changeSearch = useChangeSearch();
  const show = (docId: number | null) => changeSearch({ view: docId ?? undefined }, { replace: docId === null });
  return <LibraryScreen viewing={Number(view) || null} onView={show} />;
}
