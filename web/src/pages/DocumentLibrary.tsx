import { useNavigate, useSearch } from '@tanstack/react-router';
import { LibraryScreen } from '#rooms/documents/LibraryScreen.tsx';

/** `/management/documents?view=`: the document library, and the document that is open over it. */
export default function DocumentLibrary() {
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const navigate = useNavigate();
  const show = (docId: number | null) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, view: docId ?? undefined })) as never,
      replace: docId === null,
    });
  return <LibraryScreen viewing={Number(view) || null} onView={show} />;
}
