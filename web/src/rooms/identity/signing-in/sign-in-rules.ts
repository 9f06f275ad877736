import { isTooLong } from '@portal/contract/identity/password-characters.ts';

/** The rules of the sign-in form, as the contract has them (SIG-02 to SIG-06); a test compares. */
export interface Credentials {
  email: string;
  password: string;
}
export type Problems = Partial<Record<keyof Credentials, string>>;

const tooLong = (max: number) => `is too long (maximum is ${max} characters)`;
const looksLikeEmail = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** SIG-10. */
export const normalised = (email: string): string => email.trim().toLowerCase();

/** What is wrong with what was typed, by field; empty when nothing is. */
export function problemsOf({ email, password }: Credentials): Problems {
  return withoutGaps({ email: emailProblem(normalised(email)), password: passwordProblem(password) });
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'is required';
  if (email.length > 150) return tooLong(150);
  return looksLikeEmail.test(email) ? undefined : 'is not a valid email';
}

function passwordProblem(password: string): string | undefined {
  if (password === '') return 'is required';
  return isTooLong(password) ? tooLong(64) : undefined;
}

const withoutGaps = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
