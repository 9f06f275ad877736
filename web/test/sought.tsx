/** The search field of a list, on whatever page one is. */
import { screen } from '@testing-library/react';
import { useListSearch } from '#shared/list-search.ts';

export function SearchHere() {
  const [{ text }, change] = useListSearch();
  return <input aria-label="Sought here" value={text} onChange={(event) => change({ text: event.target.value })} />;
}
export const fieldHere = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Sought here' });
