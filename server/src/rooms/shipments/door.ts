/** What later rooms, and the demo data, may use. */
export { addComment } from './add-comment.ts';
export { createRequest } from './create-request.ts';
export { dismissReminder } from './dismiss-reminder.ts';
export { moveRequest } from './move-request.ts';
export { fillPlan, planNow } from './order-forms/fill-forms.ts';
export { activeRequests, hasUnread, isToConfirm, lateRequests, remindedRequests, requestsInSight } from './queries.ts';
export { setReminder } from './set-reminder.ts';
export { tellOfStepsDue } from './tell-of-steps.ts';
export { shipRequest } from './ship-request.ts';
export { uploadDocument } from './upload-document.ts';
