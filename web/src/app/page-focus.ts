import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What led to another page may be gone with the one before: then the keyboard goes on at the new one, not at nothing. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && document.activeElement === document.body)
          document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
