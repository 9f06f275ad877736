import type { PagePath } from '@portal/contract/pages.ts';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSeekThere } from './seek-there.ts';

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'search' | 'onClick'> & {
  to: PagePath;
  search: object;
  /** What is sought there, '' for nothing: its address does not say it (PRV-09), so that another tab shows the list as it is. */
  sought: string;
  /** Which list of the page, where it has several. */
  tab?: string;
};

/** Leads to a list, or to some of its rows, whatever was sought there last. */
export function ListLink({ to, search, sought, tab, ...rest }: Props) {
  const seekThere = useSeekThere();
  return (
    <Link
      {...rest}
      to={to}
      search={search as never}
      onClick={({ ctrlKey, metaKey, shiftKey }) => {
        if (!ctrlKey && !metaKey && !shiftKey) seekThere(to, search, sought, tab);
      }}
    />
  );
}
