/** What later rooms, and the demo data, may use: every act of the room. */
export { addComment } from './add-comment.ts';
export type { Order } from './check-order.ts';
export { createRequest } from './create-request.ts';
export { dismissReminder } from './dismiss-reminder.ts';
export { moveRequest } from './move-request.ts';
export type { Person } from './queries.ts';
export { readComments } from './read-comments.ts';
export { setReminder } from './set-reminder.ts';
export { tellOfStepsDue } from './tell-of-steps.ts';
export { type Shipment, shipRequest } from './ship-request.ts';
export { uploadDocument } from './upload-document.ts';
