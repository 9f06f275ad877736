/** What the public page of notification preferences says (ERR-22). */
export const sentences = {
  wrongEmail: 'Please enter a valid input',
  failed: 'Request timed out.',
  unsubscribed: 'Successfully unsubscribed from email notifications',
  resubscribed: 'Successfully subscribed to email notifications',
} as const;

/** Where the page is; it stands in the history of a choice. */
export const preferencesPage = '/notification-preferences';
