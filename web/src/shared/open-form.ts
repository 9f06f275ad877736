import { useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';

type Problems<T> = Partial<Record<keyof T & string, string>>;

/**
 * A form that is filled in before anybody is known: a field's problem shows once it was left or sent (OPN-14); what the
 * server says of fields stands at them, everything else above the form, and what was typed stays.
 */
export function useOpenForm<T extends object>(settings: {
  empty: T;
  problemsOf: (typed: T) => Problems<T>;
  send: (typed: T) => Promise<void>;
  /** What to say of a failure where its own words will not do. An earlier try may have arrived, though its answer did not. */
  sentence?: (failure: unknown, mayHaveArrived: boolean) => string;
}) {
  const { empty, problemsOf, send, sentence = sentenceOf } = settings;
  const [typed, setTyped] = useState(empty);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState<{ failure: string | null; fields: Problems<T> }>({ failure: null, fields: {} });
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const unanswered = useRef(false);
  const problems = problemsOf(typed);
  const touch = (...names: string[]) => setTouched((before) => new Set([...before, ...names]));

  const type = (part: Partial<T>) => {
    setTyped((before) => ({ ...before, ...part }));
    setTold((before) => ({
      ...before,
      fields: Object.fromEntries(Object.entries(before.fields).filter(([name]) => !(name in part))) as Problems<T>,
    }));
  };

  const submit = async () => {
    if (busy) return;
    touch(...Object.keys(empty));
    if (Object.keys(problems).length > 0) {
      // After the messages are there.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    setTold({ failure: null, fields: {} });
    try {
      await send(typed);
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in empty)) as Problems<T>;
      setTold({ failure: Object.keys(known).length > 0 ? null : sentence(error, unanswered.current), fields: known });
      unanswered.current ||= isUnanswered(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    typed,
    busy,
    failure: told.failure,
    type,
    touch,
    submit,
    /** What to show at a field. */
    problem: (name: keyof T & string): string | undefined =>
      told.fields[name] ?? (touched.has(name) ? problems[name] : undefined),
  };
}

/** The first problem of each field, in the schema's words. */
export function problemsBy(result: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] };
}): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  return problems;
}
