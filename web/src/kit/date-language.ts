/** The names of months and weekdays in the languages of the contract; each is loaded for whoever has chosen it. */
import { speakDates } from './today.ts';

const languages = {
  de: () => import('dayjs/locale/de'),
  fr: () => import('dayjs/locale/fr'),
  es: () => import('dayjs/locale/es'),
  it: () => import('dayjs/locale/it'),
  pt: () => import('dayjs/locale/pt'),
};

/** Names months on the screens in this language, a code of the contract; what cannot be loaded stays in English. */
export async function chooseDateLanguage(code: string | null): Promise<void> {
  speakDates();
  if (!code || !Object.hasOwn(languages, code)) return;
  try {
    const { default: locale } = await languages[code as keyof typeof languages]();
    speakDates({ locale: code, months: locale.monthsShort as string[] });
  } catch {
    // Another visit loads it; a day can be read all the same.
  }
}
