import { type ReactNode, useEffect, useRef } from 'react';
import classes from './patient-page.module.css';

/** One screen of the patient's page. Its title has the focus first, so that it is read out. */
export function Step(props: { title: string; titleId?: string; before?: ReactNode; children?: ReactNode }) {
  const { title, titleId, before, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={classes.screen}>
      {before}
      <h1 className={classes.title} id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
