import { useNavigate, useSearch } from '@tanstack/react-router';
import { ConversationsScreen } from '#rooms/conversations/ConversationsScreen.tsx';
import { type Look, lookAsSearch, readLook } from '#rooms/conversations/look.ts';

/** `/chat?conversation=&message=&broadcast=&tab=&scope=&state=&q=` (CHT-01). */
export default function Chat() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (look: Look, { replace = false } = {}) =>
    void navigate({ to: '.', search: lookAsSearch(look) as never, replace, resetScroll: false });
  return (
    <ConversationsScreen
      look={readLook(search)}
      onLook={show}
      onPatient={(uId) => void navigate({ to: '/patient', state: { uId } as never })}
    />
  );
}
