import { useReducer } from 'react';
import { begun, type History, redone, stepped, undone } from './history.ts';
import type { Draft } from './graph-edit.ts';

type Step = { to: 'undo' } | { to: 'redo' } | { to: 'next'; change: (draft: Draft) => Draft; kind: string | null };

const turned = (history: History<Draft>, step: Step): History<Draft> => {
  if (step.to === 'undo') return undone(history);
  if (step.to === 'redo') return redone(history);
  const next = step.change(history.present);
  return next === history.present ? history : stepped(history, next, step.kind);
};

/** An assessment while it is built, with every step that can be undone. */
export function useDraft(saved: Draft) {
  const [history, turn] = useReducer(turned, saved, begun);
  return {
    draft: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => turn({ to: 'undo' }),
    redo: () => turn({ to: 'redo' }),
    /** Steps of one kind in a row are undone together. */
    change: (change: (draft: Draft) => Draft, kind: string | null = null) => turn({ to: 'next', change, kind }),
  };
}
