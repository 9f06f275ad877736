/** The hands of a person in front of the screen. */
import userEvent, { type Options, type UserEvent } from '@testing-library/user-event';

export interface User extends UserEvent {
  /** Enters a text at once, as from the clipboard or a password manager: for tests in which no single key matters. */
  write: (field: Element, text: string) => Promise<void>;
}

/** No style says what can be clicked: without a layout nothing is covered. Each key is a task of its own, as in a browser. */
export function newUser(options: Options = {}): User {
  const user = userEvent.setup({ pointerEventsCheck: 0, ...options });
  const write: User['write'] = async (field, text) => {
    await user.click(field);
    await user.paste(text);
  };
  return Object.assign(user, { write });
}
