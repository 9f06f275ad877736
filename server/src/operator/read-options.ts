/** What an operator has typed, checked: options by name, and for each mistake a sentence. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';

/** What cannot be done, in sentences for whoever asked. */
export class Refusal extends Error {}

type Options = z.ZodObject<Record<string, z.ZodType>>;

/** The options of a command, or a `Refusal` that names each that is missing, wrong or unknown. */
export function readOptions<S extends Options>(command: string, schema: S, args: readonly string[]): z.output<S> {
  const known = Object.keys(schema.shape);
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      known.map((name) => [
        name,
        { type: schema.shape[name] === isGiven ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
  });
  const takes = known.length === 0 ? 'no options' : known.map((name) => `--${name}`).join(', ');
  const strange = [
    ...Object.keys(values)
      .filter((name) => !known.includes(name))
      .map((name) => `--${name}`),
    ...positionals,
  ];
  const problems = strange.map((text) => `${command} does not know "${text}". It takes ${takes}.`);
  // One that may be left out is not left out by leaving out its value.
  const bare = known.filter((name) => values[name] === true && schema.shape[name] !== isGiven);
  problems.push(...bare.map((name) => `--${name} needs a value.`));
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const parsed = schema.safeParse(
    Object.fromEntries(known.map((name) => [name, schema.shape[name] === isGiven ? values[name] : text(name)])),
  );
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    const given = text(name);
    if (given !== undefined) problems.push(`--${name} ${message} (is "${given}").`);
    else if (!bare.includes(name)) problems.push(`--${name} is needed.`);
  }
  if (problems.length > 0 || !parsed.data) throw new Refusal([...new Set(problems)].join('\n'));
  return parsed.data;
}

/** What was typed behind a script. What it does not know, or lacks, is one sentence, and the script ends before it has begun. */
export function wordsOf<const C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(
      `${(error as Error).message.split('. ')[0]}. It takes ${names.length > 0 ? names.join(', ') : 'no options'}.`,
    );
    process.exit(2);
  }
}

/** An option without a value. */
export const isGiven = z.boolean('takes no value').optional();

/** A choice, also as a list by commas; a wrong one is told what there is. */
export const oneOf = <const T extends string>(choices: readonly T[]) =>
  z.custom<T>((value) => choices.includes(value as T), `must be one of ${choices.join(', ')}`);

export const someOf = <const T extends string>(choices: readonly T[]) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(oneOf(choices)));
