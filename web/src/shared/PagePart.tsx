import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './PagePart.module.css';

/** A part of a page that an address may name. Whoever is led to it has it in sight, and goes on from there with keyboard and reader. */
export function PagePart({ id, children }: { id: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (!isNamed) return;
    part.current?.scrollIntoView({ block: 'start' });
    part.current?.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    <div ref={part} id={id} tabIndex={-1} className={classes.part}>
      {children}
    </div>
  );
}
