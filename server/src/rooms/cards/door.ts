/** What later rooms may use of the cards. */
export { imageOf } from './queries.ts';
export { saveCard } from './save-card.ts';
export { sendCard } from './send-card.ts';
