import { Pagination } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * Leads to the pages of a table. What is pressed keeps the focus: at either end no button becomes disabled, and the focus follows a
 * page whose own button moves away under the finger.
 */
export function PageButtons(props: { label: string; pages: number; page: number; onPage: (page: number) => void }) {
  const { label, pages, page, onPage } = props;
  const nav = useRef<HTMLElement>(null);
  /** The page whose own button was pressed, until it is there. */
  const wished = useRef<number>(null);
  useEffect(() => {
    if (wished.current !== page) return;
    wished.current = null;
    // Whoever has moved on in the meantime is not led back.
    if (nav.current?.contains(document.activeElement))
      nav.current.querySelector<HTMLElement>('[aria-current="page"]')?.focus({ preventScroll: true });
  }, [page]);
  const turn = (next: number, own: number | null) => {
    // At an end Mantine asks for the page that is shown.
    if (next === page) return;
    wished.current = own;
    onPage(next);
  };
  return (
    <nav ref={nav} aria-label={`${label}: pages`}>
      <Pagination
        size="sm"
        total={pages}
        value={page}
        onChange={(next) => turn(next, null)}
        getControlProps={(control) => {
          const isEnd = page === (control === 'next' ? pages : 1);
          return {
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            disabled: false,
            'aria-disabled': isEnd,
            'data-disabled': isEnd || undefined,
          };
        }}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}`, onClick: () => turn(item, item) })}
      />
    </nav>
  );
}
