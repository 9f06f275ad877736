/** What later rooms, and the demo data, may use. */
export { addComment } from './comments/add-comment.ts';
export { createRequest } from './request/create-request.ts';
export { dismissReminder } from './request/dismiss-reminder.ts';
export { moveRequest } from './move-request.ts';
export { fillPlan, planNow } from './order-forms/fill-forms.ts';
export {
  activeRequests,
  isToConfirm,
  lateRequests,
  remindedRequests,
  requestsInSight,
  unreadRequests,
} from './queries.ts';
export { setReminder } from './request/set-reminder.ts';
export { toldInFiles } from './papers/file-row.ts';
export { tellOfStepsDue } from './tell-of-steps.ts';
export { shipRequest } from './packing/ship-request.ts';
export { uploadDocument } from './papers/upload-document.ts';
