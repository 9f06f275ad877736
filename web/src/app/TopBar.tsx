import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pageData } from '#api/page.ts';
import { sessionState } from '#api/session.ts';
import { tellTabs, whenTold } from '#api/tabs.ts';
import { useBrand, useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { holdsSomething } from '#kit/stay.ts';
import { GoToButton } from './GoToButton.tsx';
import { Initials } from './Sidebar.tsx';
import classes from './Shell.module.css';

const SignOut = lazyDialog(() => import('./SignOut.tsx'), 'SignOut');

// A sign-out in another tab ends what is typed here, too.
whenTold('holds?', () => {
  if (sessionState().phase === 'held' && holdsSomething()) tellTabs({ type: 'holds' });
});

/** NAV-01 to NAV-06. `named` where no sidebar says who is signed in: several people may share a workstation. */
export function TopBar(props: { title: string; menuOpen: boolean; onToggle: () => void; named: boolean }) {
  const { title, menuOpen, onToggle, named } = props;
  const brand = useBrand();
  const [asking, ask] = useDisclosure(false);
  return (
    <section className={classes.top} aria-label="Top bar">
      <ActionIcon
        variant="subtle"
        color="dark"
        size="lg"
        aria-label={menuOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={menuOpen}
        onClick={onToggle}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <img className={classes.logo} data-logo src={brand.logo} alt={brand.name} />
      <span className={classes.rule} aria-hidden />
      <h1 className={classes.title}>{title}</h1>
      <GoToButton />
      <PhysicianButton />
      {named && <OwnName />}
      <Button
        className={classes.way}
        variant="subtle"
        color="dark"
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={ask.open}
      >
        <span className={classes.word}>Sign Out</span>
      </Button>
      {asking && <SignOut onClose={ask.close} />}
    </section>
  );
}

function OwnName() {
  const { fName, lName } = useViewer();
  const name = `${fName} ${lName}`;
  return (
    <Link to="/account" className={classes.own} title={name}>
      <Initials />
      <span className={classes.word}>{name}</span>
    </Link>
  );
}

/** NAV-04, NAV-05, OPN-38: in a new tab that has no access to this one. */
function PhysicianButton() {
  const { modules } = useViewer();
  const { physicianDashboard } = pageData();
  if (!physicianDashboard || !modules.includes('PhysicianDashboard')) return null;
  return (
    <Button
      component="a"
      className={classes.way}
      href={physicianDashboard}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      <span className={classes.word}>Physician</span>
    </Button>
  );
}
