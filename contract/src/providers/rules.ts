/** What a person may switch off (ACC-02), by the name of its switch. Everything else about an account is always sent. */
export const notifications = {
  security: {
    name: 'Account security',
    description: 'A message when somebody signs in to your account from a new device.',
  },
  shipments: {
    name: 'Shipment updates',
    description: 'A message when a shipment request that your site or partner handles moves on.',
  },
} as const;

/** Where people switch and choose how they are written to; it stands in the history of each choice. */
export const switchesPage = '/account';

/** Said under the switches. */
export const alwaysSent =
  'Messages about your password, MFA, recovery codes and recovery requests are always sent. Administrators are also always told about locked accounts, recovery requests and security alerts.';

/** In which languages a person may have the names of months and weekdays. The order of day, month and year is the same in all. */
export const dateLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const;
export type DateLanguage = (typeof dateLanguages)[number];

export const textWantsPhone = 'is required to receive texts';
