// Not the finished `Modal`: it brings a scroll area along, and with it all that places floating things.
import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseOverlay,
  ModalBaseTitle,
} from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './Dialog.module.css';
import { Held } from './Held.tsx';
import { useReturn } from './return-focus.ts';
import { useOnItsWay } from './stay.ts';

const widths = { md: '27.5rem', lg: '38.75rem', xl: '48.75rem' };

export interface SheetProps {
  opened: boolean;
  /** A dialog without it is left by what it asks for alone. */
  onClose?: (() => void) | undefined;
  title: ReactNode;
  size?: keyof typeof widths | `${number}rem`;
  /** False while something is being sent. */
  mayClose?: boolean;
  /** Its fields take nothing: as long as it may not be closed, unless said otherwise. */
  held?: boolean;
  /** At the side of the page, as high as the window. */
  atSide?: boolean;
  /** As high as there is room: pages of a document scroll in it, and what stands around them stays in sight. */
  fills?: boolean;
  /** Where the focus goes when what opened the dialog is gone. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** The bare dialog. It fills the screen of a phone, and a click beside it does not throw away what was typed. */
export function Sheet({ opened, ...props }: SheetProps) {
  return opened ? <Opened {...props} /> : null;
}

function Opened(props: Omit<SheetProps, 'opened'>) {
  const { onClose, title, size = 'md', mayClose = true, atSide = false, fills = false, returnTo, children } = props;
  const { held = !mayClose } = props;
  // Not a ref: it is there only after the effects of the first time, since it is drawn elsewhere in the document.
  const [content, setContent] = useState<HTMLElement | null>(null);
  const cross = useRef<HTMLButtonElement>(null);
  useEscape(() => mayClose && onClose?.());
  useOnItsWay(!mayClose);
  useReturn(content, returnTo);
  useFirstFocus(content);
  useSteadyFocus(content);
  useLateField(content, cross);
  useShownAlerts(content);
  return (
    <ModalBase
      opened
      onClose={() => onClose?.()}
      withinPortal
      lockScroll
      trapFocus
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <ModalBaseOverlay className={classes.overlay} />
      <ModalBaseContent
        ref={setContent}
        className={fills ? `${classes.content} ${classes.fills}` : classes.content}
        style={{ '--sheet-width': size in widths ? widths[size as keyof typeof widths] : size }}
        innerProps={{ className: atSide ? `${classes.around} ${classes.side}` : classes.around }}
      >
        {/* As a header element it would be a second banner of the page. */}
        <div className={classes.head}>
          <ModalBaseTitle className={classes.title}>{title}</ModalBaseTitle>
          {onClose && <ModalBaseCloseButton ref={cross} aria-label="Close" disabled={!mayClose} />}
        </div>
        <ModalBaseBody>
          <Held isSending={held}>{children}</Held>
        </ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  );
}

/** At once, and not with Mantine's timer: who opens a dialog by a key and types on would lose the first letters. */
function useFirstFocus(dialog: HTMLElement | null): void {
  useLayoutEffect(() => dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [dialog]);
}

/**
 * Mantine sets the focus twice when a dialog opens, on a busy machine the second time while somebody types: a code would
 * end in the password above it. The second time it stays where it is.
 */
function useSteadyFocus(dialog: HTMLElement | null): void {
  useEffect(() => {
    if (!dialog) return;
    const keep = () => {
      const focused = document.activeElement;
      if (!dialog.contains(focused)) return;
      for (const wished of dialog.querySelectorAll('[data-autofocus]')) wished.removeAttribute('data-autofocus');
      focused?.setAttribute('data-autofocus', 'true');
    };
    keep();
    // Not by React, which would run what waits for the next paint in the middle of a move of the focus.
    dialog.addEventListener('focusin', keep);
    return () => dialog.removeEventListener('focusin', keep);
  }, [dialog]);
}

/** The field a dialog is about may come once something is read: it takes the focus from the cross, where that waited. */
function useLateField(dialog: HTMLElement | null, cross: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!dialog) return;
    const observer = new MutationObserver((changes) => {
      if (document.activeElement !== cross.current) return;
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      const field = added.map((node) => node.querySelector<HTMLElement>('[data-autofocus]')).find((found) => found);
      field?.focus();
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [dialog, cross]);
}

/** In a dialog that is scrolled a message would appear out of sight, and the button below seem dead. Nothing moves slowly. */
function useShownAlerts(dialog: HTMLElement | null): void {
  useEffect(() => {
    if (!dialog) return;
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const alert = node.matches('[role=alert]') ? node : node.querySelector('[role=alert]');
        alert?.scrollIntoView({ block: 'nearest' });
      }
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [dialog]);
}

/** The open dialogs, the topmost last. */
const open: { escape: () => void }[] = [];

// One listener for all dialogs: the same key must not close the question and the form that asked it.
window.addEventListener(
  'keydown',
  (event) => {
    const inList = (event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true';
    if (event.key === 'Escape' && !event.isComposing && !inList) open.at(-1)?.escape();
  },
  { capture: true },
);

function useEscape(escape: () => void): void {
  const latest = useRef({ escape });
  useLayoutEffect(() => {
    latest.current.escape = escape;
  });
  useEffect(() => {
    const mine = { escape: () => latest.current.escape() };
    open.push(mine);
    return () => void open.splice(open.indexOf(mine), 1);
  }, []);
}
