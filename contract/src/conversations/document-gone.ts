/** What stands in the place of a document that was sent and has been deleted since. The patient's page, which is light, takes it alone. */
export const documentGone = 'A document that was sent here has been deleted.';
