import '#kit/all-styles.ts';
import './print.css';
import { Box, Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onReconnect } from '#api/live.ts';
import { newQueryClient } from '#api/queries.ts';
import { onSessionEnd } from '#api/session.ts';
import { rereadRights } from '#api/start.ts';
import { useViewer, useViewerOrNobody } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { DesktopHint } from '#kit/DesktopHint.tsx';
import { bulletin } from '#shared/bulletin.ts';
import { useDemoMode } from '#shared/demo-mode.ts';
import { Footer } from '#shared/Footer.tsx';
import { lazyDialog, usePartsUnderWay } from '#kit/lazy-part.tsx';
import { usePageData } from '#kit/page-data.ts';
import { useTabTitle } from '#shared/page-title.ts';
import { followChoicesOf, useOwnChoice } from '#shared/own-choice.ts';
import { closeToasts, letToastsGo } from '#kit/toast.ts';
import { Toasts } from '#kit/Toasts.tsx';
import { CallOfViewer } from '#rooms/calls/CallOfViewer.tsx';
import { BrandAlerts } from './BrandAlerts.tsx';
import { CutOffLists } from './CutOffLists.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import classes from './Shell.module.css';
import { usePageFocus } from './page-focus.ts';
import { usePrintedHead } from './printed-head.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

// Only narrow windows need it.
const SideDrawer = lazyDialog(() => import('./SideDrawer.tsx'), 'default');
// Nothing of the first page.
const StandingNotices = lazyDialog(() => import('./StandingNotices.tsx'), 'StandingNotices');

/** The portal around every page of somebody who is signed in: top bar, sidebar, content. */
export default function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [client] = useState(newQueryClient);
  const { title = '', betterOnDesktop, open } = usePageData();
  useTabTitle(title);
  usePrintedHead(title);
  usePageFocus();
  // SES-07: nothing that was read for one person stays for the next, and nothing that is offered to one.
  useEffect(
    () =>
      onSessionEnd(() => {
        client.clear();
        closeToasts();
      }),
    [client],
  );
  const router = useRouter();
  useEffect(() => router.subscribe('onRendered', ({ pathChanged }) => pathChanged && letToastsGo()), [router]);
  // What changed while the line was cut was told to nobody, and neither what the person may see by now.
  useEffect(
    () =>
      onReconnect(() => {
        void client.invalidateQueries();
        void rereadRights().catch(() => undefined);
      }),
    [client],
  );
  // OPC-98: written at the start, whatever the first page is.
  useEffect(() => void bulletin(), []);
  const viewer = useViewerOrNobody();
  const cpId = viewer?.cpId;
  useEffect(() => {
    if (cpId !== undefined) followChoicesOf(cpId);
  }, [cpId]);
  // The session has just ended and the way to the sign-in page is not gone yet.
  if (!viewer) return null;
  return (
    <QueryClientProvider client={client}>
      <Toasts />
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {/* SES-16: an open page warns nobody and signs nobody out. */}
      {!open && <IdleWatch />}
      <Frame title={title}>
        {!open && <LaterNotices />}
        {betterOnDesktop && <DesktopHint />}
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
        <CutOffLists />
        {!open && <CallOfViewer />}
        <Footer />
      </Frame>
    </QueryClientProvider>
  );
}

/** NAV-08, NAV-09, OPN-35: beside the content from 1280 px on, else over it and closed at first. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const wide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false });
  const [beside, besideIs] = useDisclosure(true);
  const [over, overIs] = useDisclosure(false);
  const shown = wide ? beside : over;
  const [narrow, setNarrow] = useOwnChoice('narrow-menu');
  const [held, setHeld] = useState(true);
  const release = useCallback(() => setHeld(false), []);
  return (
    <>
      <TopBar
        title={title}
        menuOpen={shown}
        onToggle={wide ? besideIs.toggle : overIs.toggle}
        named={!wide || !beside || narrow}
      />
      <div className={classes.frame}>
        {wide && beside && (
          <Box className={classes.sidebar} data-narrow={narrow || undefined}>
            <Sidebar onGone={() => undefined} isPageThere={!held} narrow={narrow} />
            <UnstyledButton
              className={classes.narrower}
              aria-label="Narrow menu"
              aria-pressed={narrow}
              onClick={() => setNarrow(!narrow)}
            >
              {narrow ? (
                <IconLayoutSidebarLeftExpand size={18} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} aria-hidden />
              )}
            </UnstyledButton>
          </Box>
        )}
        {!wide && over && <SideDrawer onClose={overIs.close} />}
        <div className={classes.page} data-held={held || undefined}>
          {held && <UntilAnswered onAnswered={release} />}
          <DemoBanner />
          <EmergencyNotice />
          <BrandAlerts />
          {children}
        </div>
      </div>
    </>
  );
}

const noticesAfterMs = 15_000;
/** What cannot be loaded is asked for again, and is not missed meanwhile. */
function LaterNotices() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (isThere) return;
    const timer = setInterval(() => void StandingNotices.bring().then(setThere), noticesAfterMs);
    return () => clearInterval(timer);
  }, [isThere]);
  return isThere && <StandingNotices />;
}

/** Samples look like what was counted, so that the whole portal says that it is a demonstration. */
function DemoBanner() {
  if (!useDemoMode()) return null;
  return (
    <Text className={classes.demo} role="note" size="sm">
      Demo mode: some of what is shown is sample content and not real.
    </Text>
  );
}

/** PRV-11: whoever is let in by an operator sees where, until when and why. It is read with the rights, which follow the next token. */
function EmergencyNotice() {
  const given = useViewer().emergencyAccess;
  if (!given) return null;
  return (
    <section aria-label="Emergency access">
      {given.map(({ group, endsAt, reason }, i) => (
        <Text key={i} className={classes.emergency} role="note" size="sm">
          Emergency access to {group} until {asClinicTime(endsAt)}: “<Reason text={reason} />
          ”. What you see and do meanwhile is marked.
        </Text>
      ))}
    </section>
  );
}

/** Some three lines of a phone, so that the page stays in sight below a long one. */
const shortReason = 120;
function Reason({ text }: { text: string }) {
  const [whole, { toggle }] = useDisclosure(false);
  const letters = [...text];
  if (letters.length <= shortReason) return text;
  return (
    <>
      {whole ? text : `${letters.slice(0, shortReason).join('')}…`}{' '}
      <Button variant="subtle" size="compact-xs" onClick={toggle}>
        {whole ? 'Show less' : 'Show all'}
      </Button>
    </>
  );
}

/** After a load all that a page reads is shown at once, so that nothing moves under the eyes; what takes longer comes after it. */
const longestHoldMs = 2_000;
function UntilAnswered({ onAnswered }: { onAnswered: () => void }) {
  const underWay = useIsFetching() + usePartsUnderWay();
  useEffect(() => {
    const timer = setTimeout(onAnswered, longestHoldMs);
    return () => clearTimeout(timer);
  }, [onAnswered]);
  useEffect(() => {
    if (underWay > 0) return;
    // An answer may lead to the next question.
    const timer = setTimeout(onAnswered, 50);
    return () => clearTimeout(timer);
  }, [underWay, onAnswered]);
  return null;
}
