/** Messages that go away by themselves; `Toasts` shows them. */
import { useSyncExternalStore } from 'react';

type Tone = 'done' | 'failed' | 'warning' | 'note';
export interface Toast {
  id: number;
  message: string;
  /** What else is to be known. */
  more: string | undefined;
  tone: Tone;
  action: ToastAction | undefined;
  /** It does not go away by itself. */
  stays: boolean;
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
  letToastsGo();
  become([...toasts, { id: last, message, more, tone, action, stays: action !== undefined }]);
};

/** Says for 5 s what happened to what; with what may be done about it next, until something follows (WCAG 2.2.1). */
export const toastSuccess = (message: string, action?: ToastAction): void => show(message, 'done', { action });

/** Says for 5 s that something failed; read out at once. What may be done about it next is offered as by `toastSuccess`. */
export const toastFailure = (message: string, more?: string, action?: ToastAction): void =>
  show(message, 'failed', { more, action });

/** Says for 5 s what is missing before anything can be done; read out at once. */
export const toastWarning = (message: string): void => show(message, 'warning');

/** Says for 5 s what is to be known, where nothing was done and nothing failed. */
export const toastNote = (message: string): void => show(message, 'note');

export const closeToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id));
/** What stayed goes like the others: something else was said, or the person is on another page. */
export function letToastsGo(): void {
  if (toasts.some(({ stays }) => stays)) become(toasts.map((toast) => ({ ...toast, stays: false })));
}
/** What is offered on somebody’s page is not offered on that of somebody else. */
export const closeOffers = (): void => become(toasts.filter(({ action }) => !action));
export const closeToasts = (): void => become([]);

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => toasts,
  );
