/** What is said where a patient is not told that a message waits (PRV-08). */
import type { WhyUntold } from '@portal/contract/conversations/rules.ts';

const mostNamed = 5;
const named = (names: readonly string[]): string => {
  const more = names.length - mostNamed;
  return (more > 0 ? [...names.slice(0, mostNamed), `${more.toLocaleString('en')} more`] : names).join(', ');
};

export const unreachableWords = (names: readonly string[]): string =>
  `Cannot be told by mail or text that a message waits: ${named(names)}.`;
/** What was tried for an hour, or was given up. */
export const undeliveredWords = (names: readonly string[]): string =>
  `Mails or texts do not arrive, so they are not told that a message waits: ${named(names)}. Check their contact details.`;
/** Of a message to many. */
export const skippedWords = (names: readonly string[]): string =>
  `Not active, so nothing is sent to them: ${named(names)}.`;
export const outOfSightWords = (names: readonly string[]): string =>
  `You no longer see them, so nothing is sent to them: ${named(names)}.`;

/** Of a conversation: what is so now, and why. */
export const untoldWords = (name: string, why: WhyUntold): string =>
  ({
    not_active: `${name} is not an active patient. They are not told that a message waits, and their link to this conversation does not open.`,
    unreachable: `${unreachableWords([name])} Their contact details, or what they agreed to, do not allow it.`,
    undelivered: undeliveredWords([name]),
  })[why];
