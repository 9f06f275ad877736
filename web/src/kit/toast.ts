/** Messages that go away by themselves; `Toasts` shows them. */
import { useSyncExternalStore } from 'react';

type Tone = 'done' | 'failed' | 'note';
export interface Toast {
  id: number;
  message: string;
  /** What else is to be known. */
  more: string | undefined;
  tone: Tone;
  action: ToastAction | undefined;
}

/** What the person may do about it next. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();
const become = (next: readonly Toast[]) => {
  toasts = next;
  for (const watcher of watchers) watcher();
};
const show = (message: string, tone: Tone, { action, more }: Partial<Pick<Toast, 'action' | 'more'>> = {}) => {
  last += 1;
  become([...toasts, { id: last, message, more, tone, action }]);
};

/** Says for 5 s what happened to what. */
export const toastSuccess = (message: string, action?: ToastAction): void => show(message, 'done', { action });

/** Says for 5 s that something failed; read out at once. */
export const toastFailure = (message: string, more?: string): void => show(message, 'failed', { more });

/** Says for 5 s what is to be known, where nothing was done and nothing failed. */
export const toastNote = (message: string): void => show(message, 'note');

export const closeToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id));
export const closeToasts = (): void => become([]);

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => toasts,
  );
