/** What a person reads of themselves. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import type { DateLanguage } from '@portal/contract/providers/rules.ts';
import { read } from '#api/queries.ts';

export type Own = Ours<typeof readProvider.reply>['provider'];
export const ownRead = (cpId: number) => read(readProvider, { query: { cp_id: cpId } });

/** SCN-04. */
export const contactWords = { 0: 'Email', 1: 'Text (SMS)' } as const;
/** Each in its own words, as whoever looks for theirs reads it. */
export const languageWords: Record<DateLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
};
