/** What all kinds of entries have in common that are narrowed by the page's address and come page by page. */
import { useRemembered } from '#kit/remember.ts';
import type { RemotePage } from '#kit/AppTable.tsx';

export interface Narrowed {
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether it is narrowed at all. */
export const isNarrowed = ({ page: _page, ...filter }: Narrowed): boolean =>
  Object.values(filter).some((value) => value !== undefined);

export const isInOrder = ({ from, to }: Narrowed): boolean => !from || !to || from <= to;

/** How many entries a page holds, which is remembered by `name`, and how the pages are turned in the address. */
export function usePages<F extends Narrowed>(
  name: string,
  filter: F,
  onFilter: (next: F, how?: { replace: boolean }) => void,
) {
  const [size, setSize] = useRemembered(`${name}:size`, 25);
  const at = (page: number): F => ({ ...filter, page: page === 1 ? undefined : page });
  const pagesOf = ({ total, more }: { total: number; more: boolean }): RemotePage => ({
    page: filter.page ?? 1,
    size,
    total,
    more,
    onPage: (page) => onFilter(at(page)),
    onSize: (next) => {
      setSize(next);
      onFilter(at(1));
    },
    onEmpty: (last) => onFilter(at(last), { replace: true }),
  });
  return { size, pagesOf };
}
