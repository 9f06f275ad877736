import { useEffect } from 'react';
import { useBrand } from '#api/viewer.ts';

/** The name of the page in the browser's tab, beside that of the brand (BRN-06). */
export function useTabTitle(title?: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = title ? `${title} · ${brand.title}` : brand.title;
  }, [title, brand]);
}
