import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aPdf, drawsPdfs } from '#test/documents.ts';
import { show } from '#test/kit.tsx';
import { PagesToEnd } from './PagesToEnd.tsx';

drawsPdfs();
afterEach(() => vi.unstubAllGlobals());

/** A window of this height on a report of three pages, which is 1996 high at a width of 612. */
function openPages(height: number) {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #tell: (entries: object[]) => void;
      constructor(tell: (entries: object[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ contentRect: { width: 612, height, top: 0, left: 0, right: 612, bottom: height, x: 0, y: 0 } }]);
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1996);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  const onEnd = vi.fn();
  const file = new Blob([aPdf(['First', 'Second', 'Signatures'])], { type: 'application/pdf' });
  show(<PagesToEnd file={file} label="the report" onEnd={onEnd} />);
  const scroll = (top: number) => {
    const pages = screen.getByRole('group', { name: 'Pages of the report' });
    pages.scrollTop = top;
    fireEvent.scroll(pages);
  };
  return { onEnd, scroll };
}

test('URP-02 the end counts as seen once the pages are scrolled to their bottom; only pages near the window are drawn', async () => {
  const { onEnd, scroll } = openPages(300);
  await screen.findByText('First');
  expect(screen.queryByText('Signatures')).toBeNull();
  scroll(1600);
  await screen.findByText('Signatures');
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
  expect(onEnd).not.toHaveBeenCalled();
  scroll(1696);
  expect(onEnd).toHaveBeenCalled();
});

test('URP-02 where the window shows all of it nothing need be scrolled', async () => {
  const { onEnd } = openPages(2_200);
  await screen.findByText('Signatures');
  expect(onEnd).toHaveBeenCalled();
});
