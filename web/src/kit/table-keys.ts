/** Tables by the keyboard: arrows or j and k lead from row to row, Enter opens the first thing of a row, x ticks it. */

const rowSelector = 'tr[data-row]';
const pressable = 'a, button:not(:disabled), input';
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

export function onTableKey(event: KeyboardEvent): void {
  const { key } = event;
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLTableRowElement>(rowSelector);
  const step = steps[key];
  if (step !== undefined) {
    // Elsewhere arrows scroll the page, and on the button of a menu they open it.
    if (key.length > 1 && (!row || target.hasAttribute('aria-haspopup'))) return;
    const rows = [...document.querySelectorAll<HTMLTableRowElement>(rowSelector)];
    const next = row ? rows[rows.indexOf(row) + step] : rows[0];
    if (!next) return;
    event.preventDefault();
    focusIn(next, target.closest('td')?.cellIndex);
  } else if (key === 'x') {
    row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  } else if (key === 'Enter' && row && !target.matches('a, button')) {
    row.querySelector<HTMLElement>('a, button')?.click();
  }
}

/** On the like of what was left, or on the first thing that can be pressed. */
function focusIn(row: HTMLTableRowElement, cell = -1): void {
  const like = row.cells[cell]?.querySelector<HTMLElement>(pressable);
  const first = row.querySelector<HTMLElement>('a, button');
  if (!like && !first) row.tabIndex = -1;
  (like ?? first ?? row).focus();
}
