import { useNavigate, useSearch } from '@tanstack/react-router';
import { DocumentsScreen } from '#rooms/documents/DocumentsScreen.tsx';
import { useOpenToSign } from './open-to-sign.ts';

/** `/document?group=&view=&sign=`: the documents of a trial or a site, and the one that is open over them, to be read or signed. */
export default function Documents() {
  const { group, view, sign } = useSearch({ strict: false }) as { group?: unknown; view?: unknown; sign?: unknown };
  const navigate = useNavigate();
  const openToSign = useOpenToSign();
  const go = (part: object, replace: boolean) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...part })) as never, replace });
  return (
    <DocumentsScreen
      groupId={Number(group) || null}
      onGroup={(gId) => go({ group: gId }, true)}
      // One that is to be signed can only be read so far.
      viewing={Number(view) || Number(sign) || null}
      onView={(docId) => go({ view: docId ?? undefined, sign: undefined }, docId === null)}
      onSign={openToSign}
    />
  );
}
