import { useEffect, useState } from 'react';
import { onSessionEnd } from '#api/session.ts';
import { SignIn } from '#rooms/identity/signing-in/SignIn.tsx';
import { noticeOf, signInHref } from './way-to-sign-in.ts';
import { showNotice } from '#kit/shown-notice.ts';

/** The sign-in page as the first page that is loaded. */
export function FirstSignIn({ onGo }: { onGo: (path: string) => void }) {
  const [search, setSearch] = useState(window.location.search);
  const show = (href: string) => {
    window.history.replaceState(window.history.state, '', href);
    setSearch(window.location.search);
  };
  useEffect(
    () =>
      onSessionEnd((ending) => {
        showNotice(noticeOf(ending));
        const redirect = new URLSearchParams(window.location.search).get('redirect') ?? '/';
        if (ending === 'connection') show(signInHref(ending, redirect));
      }),
    [],
  );
  const { redirect, connectionError } = Object.fromEntries(new URLSearchParams(search));
  const dismiss = () => show(signInHref(null, redirect ?? '/'));
  return <SignIn redirect={redirect} connectionError={connectionError === 'true'} onDismiss={dismiss} onGo={onGo} />;
}
