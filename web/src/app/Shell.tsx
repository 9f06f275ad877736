import './all-styles.ts';
import { Box, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { newQueryClient } from '#api/queries.ts';
import { onSessionEnd } from '#api/session.ts';
import { useViewerOrNobody } from '#api/viewer.ts';
import { DesktopHint } from '#kit/DesktopHint.tsx';
import { Footer } from '#kit/Footer.tsx';
import { usePageData } from '#kit/page-data.ts';
import { useTabTitle } from '#kit/page-title.ts';
import { IdleWatch } from './IdleWatch.tsx';
import classes from './Shell.module.css';
import { showNotice } from './shown-notice.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

/** The portal around every page of somebody who is signed in: top bar, sidebar, content. */
export default function Shell() {
  const [client] = useState(newQueryClient);
  const { title = '', betterOnDesktop } = usePageData();
  useTabTitle(title);
  // SES-07: nothing that was read for one person stays for the next.
  useEffect(() => onSessionEnd(() => client.clear()), [client]);
  // Whoever is in again need not read that an earlier session ended.
  useEffect(() => showNotice(null), []);
  // The session has just ended and the way to the sign-in page is not gone yet.
  if (!useViewerOrNobody()) return null;
  return (
    <QueryClientProvider client={client}>
      <Notifications position="top-right" />
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <IdleWatch />
      <Frame title={title}>
        {betterOnDesktop && <DesktopHint />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
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
  return (
    <>
      <TopBar title={title} menuOpen={shown} onToggle={wide ? besideIs.toggle : overIs.toggle} />
      <div className={classes.frame}>
        {wide && beside && (
          <Box className={classes.sidebar}>
            <Sidebar onGone={() => undefined} />
          </Box>
        )}
        {!wide && (
          <Drawer
            opened={over}
            onClose={overIs.close}
            size={271}
            padding={0}
            title="Menu"
            classNames={{ header: classes.menuHead }}
            closeButtonProps={{ 'aria-label': 'Close menu' }}
            transitionProps={{ duration: 120 }}
          >
            <Sidebar onGone={overIs.close} />
          </Drawer>
        )}
        <div className={classes.page}>{children}</div>
      </div>
    </>
  );
}
