/** Follows a pointer from where it was pressed until it is let go. */

interface Pointer {
  pointerId: number;
  clientX: number;
  clientY: number;
  altKey: boolean;
}

/** A pointer that moves less was only pressed. */
export const trembling = 4;

export function followPointer(
  pressed: Pointer,
  on: {
    moved: (pointer: Pointer) => void;
    /** It was let go after it had moved. */
    dropped: (pointer: Pointer) => void;
    /** It is over, with or without effect: Escape and what the system takes for itself give it up. */
    ended: () => void;
    /** Asked again and again while it is held: tells whether what lies below has moved. */
    goOn: (pointer: Pointer) => boolean;
  },
): void {
  let last: Pointer | null = null;
  const isOurs = (event: PointerEvent) => event.pointerId === pressed.pointerId;
  const move = (event: PointerEvent) => {
    if (!isOurs(event)) return;
    if (!last && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < trembling) return;
    last = event;
    on.moved(event);
  };
  const end = (event: PointerEvent) => {
    if (!isOurs(event)) return;
    stop();
    if (last && event.type === 'pointerup') on.dropped(event);
    on.ended();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    on.ended();
  };
  const push = setInterval(() => {
    if (last && on.goOn(last)) on.moved(last);
  }, 30);
  const stop = () => {
    clearInterval(push);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('keydown', key, true);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  window.addEventListener('keydown', key, true);
}
