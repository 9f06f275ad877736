import { Link } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import classes from './Shell.module.css';
import { menuOf } from './menu.ts';
import { menuIcons } from './menu-icons.ts';

/** The person and their menu (NAV-10 to NAV-29), as icons alone where it is narrow. `onGone` tells that a page was chosen. */
export function Sidebar({ onGone, narrow = false }: { onGone: () => void; narrow?: boolean }) {
  const viewer = useViewer();
  const { fName, lName, type } = viewer;
  return (
    <nav aria-label="Main" className={classes.menu} data-narrow={narrow || undefined}>
      <Link to="/account" className={classes.person} onClick={onGone}>
        <span className={classes.initials} aria-hidden>
          {fName.slice(0, 1)}
          {lName.slice(0, 1)}
        </span>
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
                <li key={entry.path}>
                  <Link
                    to={entry.path}
                    className={classes.entry}
                    title={narrow ? entry.label : undefined}
                    onClick={onGone}
                  >
                    <EntryIcon path={entry.path} />
                    <span className={classes.label}>{entry.label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function EntryIcon({ path }: { path: string }) {
  const Icon = menuIcons[path];
  return Icon ? <Icon size={18} aria-hidden className={classes.icon} /> : null;
}
