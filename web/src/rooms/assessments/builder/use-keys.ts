import { useEffect, useLayoutEffect, useRef } from 'react';

const typing = 'input, select, textarea, [contenteditable], [role="dialog"]';

/** Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z does it again, Ctrl+S saves; in a field these keys are the field's. */
export function useBuilderKeys(keys: { undo: () => void; redo: () => void; save: () => void }): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('[aria-modal="true"]')) return;
      const key = event.key.toLowerCase();
      if (key === 's') latest.current.save();
      else if ((event.target as Element).closest(typing)) return;
      else if (key === 'y' || (key === 'z' && event.shiftKey)) latest.current.redo();
      else if (key === 'z') latest.current.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
