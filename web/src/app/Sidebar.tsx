import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useViewer } from '#api/viewer.ts';
import classes from './Shell.module.css';
import { type MenuEntry, menuOf } from './menu.ts';
import { useMenuCounts } from './menu-counts.ts';
import { menuIcons } from './menu-icons.ts';

/** The person and their menu (NAV-10 to NAV-29), as icons alone where it is narrow. `onGone` tells that a page was chosen. */
export function Sidebar(props: { onGone: () => void; isPageThere: boolean; narrow?: boolean }) {
  const { onGone, isPageThere, narrow = false } = props;
  const viewer = useViewer();
  const waiting = useMenuCounts(isPageThere);
  const { fName, lName, type } = viewer;
  return (
    <nav aria-label="Main" className={classes.menu} data-narrow={narrow || undefined}>
      <Link to="/account" className={classes.person} onClick={onGone}>
        <Initials />
        <span className={classes.who}>
          <span className={classes.name} title={`${fName} ${lName}`}>
            {fName} {lName}
          </span>
          {type !== 'Other' && <span className={classes.type}>{type}</span>}
        </span>
      </Link>
      <div className={classes.nav}>
        {menuOf(viewer).map(({ label, entries }) => (
          <section key={label} aria-label={label || undefined}>
            {label && <h2 className={classes.group}>{label}</h2>}
            <ul className={classes.list}>
              {entries.map((entry) => (
                <Entry
                  key={entry.path}
                  entry={entry}
                  waiting={waiting.get(entry.path)}
                  narrow={narrow}
                  onGone={onGone}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

/** Of whoever is signed in, beside their name. */
export function Initials() {
  const { fName, lName } = useViewer();
  return (
    <span className={classes.initials} aria-hidden>
      {fName.slice(0, 1)}
      {lName.slice(0, 1)}
    </span>
  );
}

/** What waits is no part of the entry's name: it describes it, and stands beside it. */
function Entry(props: {
  entry: MenuEntry;
  waiting: { count: number; words: string } | undefined;
  narrow: boolean;
  onGone: () => void;
}) {
  const { entry, waiting, narrow, onGone } = props;
  const words = useId();
  return (
    <li>
      <Link
        to={entry.path}
        className={classes.entry}
        title={[narrow && entry.label, waiting?.words].filter(Boolean).join(': ') || undefined}
        aria-describedby={waiting && words}
        onClick={onGone}
      >
        <EntryIcon path={entry.path} />
        <span className={classes.label}>{entry.label}</span>
      </Link>
      {waiting && (
        <>
          <span className={classes.count} aria-hidden>
            {waiting.count > 99 ? '99+' : waiting.count}
          </span>
          <span id={words} hidden>
            {waiting.words}
          </span>
        </>
      )}
    </li>
  );
}

function EntryIcon({ path }: { path: string }) {
  const Icon = menuIcons[path];
  return Icon ? <Icon size={18} aria-hidden className={classes.icon} /> : null;
}
