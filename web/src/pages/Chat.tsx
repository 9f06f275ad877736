import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { ConversationsScreen } from '#rooms/conversations/ConversationsScreen.tsx';
import { type Look, lookAsSearch, readLook } from '#rooms/conversations/look.ts';

/** `/chat?conversation=&message=&broadcast=&tab=&scope=&state=` (CHT-01). */
export default function Chat() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { modules } = useViewer();
  const changeSearch = useChangeSearch();
  const show = (look: Look, { replace = false } = {}) =>
    changeSearch(lookAsSearch(look), { whole: true, replace, resetScroll: false });
  return (
    <ConversationsScreen
      look={readLook(search)}
      onLook={show}
      // OPN-80
      onPatient={
        modules.includes('TrialCard') ? undefined : (uId) => void navigate({ to: '/patient', state: { uId } as never })
      }
    />
  );
}
