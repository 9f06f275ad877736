import { Box, Button, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { useBehind } from './behind.ts';
import classes from './Dialog.module.css';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { Notice } from './Notice.tsx';
import { Refusal, type Refused, useIsOver } from './Refusal.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';
import { useStay } from './stay.ts';

interface Props extends SheetProps {
  /** `leadsOn` where what closes it leads elsewhere by itself, such as Back. */
  onClose: (leadsOn?: boolean) => void;
  /** Something was typed that is not saved: closing asks first. */
  dirty?: boolean;
  /** Other words for that question. */
  discard?: { title: string; text?: string } | undefined;
}

const Close = createContext<{ close: () => void; onLeave: (text: string | undefined) => void } | null>(null);

/** A dialog with one task. The same for every way out of it: a changed form asks before it is thrown away. */
export function Dialog({ dirty = false, discard, ...sheet }: Props) {
  /** What the refusal in its footer says of closing it. */
  const [leaveText, setLeaveText] = useState<string>();
  /** What follows when the answer is yes. */
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  useStay(dirty && sheet.opened, (goOn) => setAsking({ goOn }));
  const gone = useBehind(dirty && sheet.opened, 'dialog');
  const close = () => {
    if (dirty) setAsking({});
    else sheet.onClose();
  };
  const leave = () => {
    const goOn = asking?.goOn;
    setAsking(null);
    sheet.onClose(!!goOn);
    // What closing it writes into the address comes first.
    setTimeout(() => goOn?.());
  };
  return (
    <>
      <Sheet {...sheet} onClose={close}>
        {gone && (
          <Box mb="md">
            <Notice tone="warning">{gone}</Notice>
          </Box>
        )}
        <Close value={{ close, onLeave: setLeaveText }}>{sheet.children}</Close>
      </Sheet>
      <DiscardQuestion
        opened={asking !== null && sheet.opened}
        title={discard?.title}
        onDiscard={leave}
        onClose={() => setAsking(null)}
      >
        {leaveText ?? discard?.text}
      </DiscardQuestion>
    </>
  );
}

/**
 * The "Cancel" of a form in a dialog. It closes it as the cross and Escape do: what was typed is thrown away only after a question.
 * Where the dialog cannot be closed there is none.
 */
export function DialogCancel({ disabled, children = 'Cancel' }: { disabled?: boolean; children?: ReactNode }) {
  const dialog = use(Close);
  if (!dialog) return null;
  return (
    <Button variant="default" onClick={dialog.close} disabled={disabled}>
      {children}
    </Button>
  );
}

/** The end of a form in a dialog, always in sight: its buttons, and beside them what is missing or why it was refused. */
export function DialogFooter(props: {
  says?: ReactNode;
  refused?: Refused | null | false | undefined;
  children: ReactNode;
}) {
  const { says, refused, children } = props;
  const isOver = useIsOver(refused);
  const onLeave = use(Close)?.onLeave;
  const leave = refused ? refused.leave : undefined;
  useLayoutEffect(() => {
    onLeave?.(leave);
    return () => onLeave?.(undefined);
  }, [onLeave, leave]);
  return (
    <div className={classes.footer} data-footer>
      {refused && (
        <div className={classes.refused}>
          <Refusal {...refused} />
        </div>
      )}
      {says !== undefined && (!refused || isOver) && (
        <Text size="sm" c="gray.7" role="status" className={classes.says}>
          {says}
        </Text>
      )}
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
