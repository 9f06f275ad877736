import { Notice } from '#kit/Notice.tsx';

/** A failure that stays on the page it belongs to, and is read out when it appears. */
export function Problem({ children }: { children: string | null }) {
  if (children === null) return null;
  return <Notice tone="error">{children}</Notice>;
}
