import { useIsOver } from '#kit/Refusal.tsx';
import classes from './patient-page.module.css';

/** Why what was pressed was not done, read out as it comes. That there was no network is said only while there is none. */
export function Problem({ id, text }: { id?: string; text: string | null }) {
  const isOver = useIsOver(text !== null && { text });
  return (
    <p className={classes.problem} role="alert" id={id}>
      {isOver ? null : text}
    </p>
  );
}
