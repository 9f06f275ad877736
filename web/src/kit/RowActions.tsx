import { Button } from '@mantine/core';
import classes from './RowActions.module.css';
import { RowMenu } from './RowMenu.tsx';
import type { RowAction } from './row-action.ts';

/** The end of a row: its next step as a button, and the menu with everything that can be done. `of` says whose: "request 103". */
export function RowActions({ of, items }: { of: string; items: readonly RowAction[] }) {
  // Also while it cannot be pressed: another step in its place would be pressed instead, or go away under the finger.
  const step = items.find(({ isNextStep, hidden }) => isNextStep && !hidden);
  return (
    <div className={classes.root}>
      {step && (
        <Button
          className={classes.step}
          variant="default"
          size="compact-xs"
          data-next-step={step.label}
          aria-label={`${step.label}, ${of}`}
          aria-disabled={step.disabled || undefined}
          data-disabled={step.disabled || undefined}
          onClick={() => {
            if (!step.disabled) step.onClick();
          }}
        >
          {step.label}
        </Button>
      )}
      <RowMenu label={`Actions for ${of}`} items={items} />
    </div>
  );
}
