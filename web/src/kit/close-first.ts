import { flushSync } from 'react-dom';

/** Closes a dialog whose work is done before it leads on: as long as it is open, it asks whether to discard what is saved by now. */
export const closeFirst = (close: () => void): void => flushSync(close);
