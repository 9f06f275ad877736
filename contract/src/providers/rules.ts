import type { UserType } from '../access.ts';
import type { Topic } from '../topics.ts';

export interface Notice {
  /** Of its switch, as people read it and as it is kept. */
  name: string;
  description: string;
  /** By which its mails are taken back once it is switched off. */
  topic: Topic;
  /** It tells of other people or of work: what waits of it is taken back from whoever loses access. */
  endsWithAccess: boolean;
  /** Those who are told only once they ask for it. */
  offFor: readonly UserType[];
}

/** What a person may switch off (ACC-02). Everything else about an account is always sent. */
export const notifications = {
  security: {
    name: 'Account security',
    description: 'A message when somebody signs in to your account from a new device.',
    topic: 'account security',
    endsWithAccess: false,
    offFor: [],
  },
  shipments: {
    name: 'Shipment updates',
    description: 'A message when a shipment request that your site or partner handles moves on.',
    topic: 'shipment updates',
    endsWithAccess: true,
    // They see every site of the company.
    offFor: ['Admin'],
  },
} as const satisfies Record<string, Notice>;
export type NoticeKey = keyof typeof notifications;
export const allNotices: readonly Notice[] = Object.values(notifications);

/** Where people switch and choose how they are written to; it stands in the history of each choice. */
export const switchesPage = '/account';

/** Said under the switches. */
export const alwaysSent =
  'Messages about your password, MFA, recovery codes and recovery requests are always sent. Administrators are also always told about locked accounts, recovery requests and security alerts.';

/** In which languages a person may have the names of months and weekdays. The order of day, month and year is the same in all. */
export const dateLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const;
export type DateLanguage = (typeof dateLanguages)[number];

export const textWantsPhone = 'is required to receive texts';
