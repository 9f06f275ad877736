/** What can wait for somebody. */

/** In the order in which a person is told of them. */
export const needKinds = [
  'overdue',
  'flags',
  'followUps',
  'confirm',
  'order',
  'sign',
  'comments',
  'conversations',
  'process',
  'ship',
  'due',
  'late',
  'deliver',
  'supply',
  'price',
  'lot',
  'invitation',
] as const;
export type NeedKind = (typeof needKinds)[number];
