/** What later rooms may use of the cards. */
export { saveCard } from './save-card.ts';
export { sendCard } from './send-card.ts';
