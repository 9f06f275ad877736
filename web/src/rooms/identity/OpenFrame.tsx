import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBrand } from '#api/viewer.ts';
import { Footer } from '#shared/Footer.tsx';
import { useTabTitle } from '#shared/page-title.ts';
import classes from './OpenFrame.module.css';

/** A page that needs no session: the brand's logo, a narrow column and, where it helps, the brand's image. */
export function OpenFrame({ image, children }: { image?: string; children: ReactNode }) {
  const brand = useBrand();
  useTabTitle();
  return (
    <div className={classes.frame} data-image={image !== undefined || undefined}>
      <div className={classes.side}>
        <header className={classes.head}>
          <img className={classes.logo} data-logo src={brand.logo} alt={brand.name} />
        </header>
        <main className={classes.main}>
          <Stack gap="md">{children}</Stack>
        </main>
        <Footer />
      </div>
      {image !== undefined && <img className={classes.image} src={image} alt="" />}
    </div>
  );
}
