/** What still keeps a conversation from being created (CHT-11), and how many may take part. */
import { most } from '@portal/contract/conversations/rules.ts';

/** `providers` are those beside the one who creates it. */
export const missingFor = (of: { topic: string; patients: number; providers: number }): string[] =>
  [
    of.topic.trim() === '' && 'a topic',
    of.patients === 0 && 'a patient',
    of.patients > most.patients && `at most ${most.patients.toLocaleString('en')} patients`,
    of.providers >= most.providers && `at most ${most.providers} care providers, you among them`,
  ].filter((one) => one !== false);
