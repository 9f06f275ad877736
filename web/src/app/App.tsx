import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pageData, styleNonce } from '#api/page.ts';
import { lastEnding } from '#api/session.ts';
import { sessionStarted } from '#api/start.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { FirstSignIn } from './FirstSignIn.tsx';
import { Notice } from './Notice.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { noticeOf, signInHref, stateThere } from './way-to-sign-in.ts';
import { routeOf } from './routes.ts';
import { useScheme } from './scheme.ts';
import { showNotice } from '#kit/shown-notice.ts';
import { theme, variables } from './theme.ts';

const Portal = lazyPart(() => import('./Portal.tsx'), 'default', <Loading />);
const Respond = lazyPart(() => import('#pages/Respond.tsx'), 'default', <Loading />);

/**
 * The portal in the colours of its host's brand. Who is not signed in gets the sign-in page without the router and
 * all that comes with it, and so does a patient on an old phone; from the first other page on the router shows every page, the sign-in page too.
 */
export function App({ env }: { env?: 'test' }) {
  const { brand } = pageData();
  const scheme = useScheme();
  const [view, setView] = useState<'loading' | 'sign-in' | 'respond' | 'portal'>('loading');
  useEffect(() => {
    void firstView().then(setView);
  }, []);
  useEffect(() => {
    if (view !== 'sign-in') return;
    // There is no router yet that hears of the browser's back button.
    const back = () => void firstView().then(setView);
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [view]);
  const go = (path: string) => {
    window.history.replaceState(window.history.state, '', path);
    setView('portal');
  };
  return (
    <MantineProvider
      theme={theme(brand)}
      cssVariablesResolver={variables(brand)}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      env={env}
    >
      <OfflineBar />
      <Notice />
      {view === 'loading' && <Loading />}
      {view === 'sign-in' && <FirstSignIn onGo={go} />}
      {view === 'respond' && <Respond />}
      {view === 'portal' && <Portal />}
    </MantineProvider>
  );
}

/** What a page load shows first: a page that needs a session and finds none is left for the sign-in page (RTE-38). */
async function firstView(): Promise<'sign-in' | 'respond' | 'portal'> {
  const { pathname, search, hash } = window.location;
  if (pathname === '/sign-in') return 'sign-in';
  if (pathname === '/respond') return 'respond';
  const isKnown = pathname === '/' || routeOf(pathname) !== undefined;
  if (!isKnown || routeOf(pathname)?.access === 'open' || (await sessionStarted())) return 'portal';
  const ending = lastEnding();
  if (ending) showNotice(noticeOf(ending));
  // RTE-11: whose page it was stands in the state, which waits there, too.
  const state = stateThere(window.history.state as object | null);
  window.history.replaceState(state, '', signInHref(ending, pathname + search + hash));
  return 'sign-in';
}
