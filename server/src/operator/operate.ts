/** One command of the operator, from the words typed to the sentences answered. */
import { once } from 'node:events';
import { userInfo, hostname } from 'node:os';
import { bodyOf, Failed } from '#platform/core/fail.ts';
import { StoreAway } from '#platform/files/driver.ts';
import { type Command, commands, type Variables } from './commands.ts';
import type { Ground } from './ground.ts';
import { isGiven, readOptions, Refusal } from './read-options.ts';

/** Runs a command; what it works on is opened only when the words make sense. Gives what to say and whether it went well. */
export async function operate(
  words: readonly string[],
  open: () => Promise<Omit<Ground, 'operator' | 'print'> & { close: () => Promise<void> }>,
  variables: Variables = process.env,
  print: Ground['print'] = toStandardOutput,
): Promise<{ ok: boolean; said: string }> {
  const [name = 'help', ...args] = words;
  if (name === 'help' || name === '--help') return { ok: true, said: help() };
  try {
    const command = commands[name];
    if (!command) throw new Refusal(`There is no command "${name}".\n\n${help()}`);
    if (args.includes('--help')) return { ok: true, said: helpOf(name, command) };
    const given = readOptions(name, command.options, args);
    if ('alone' in command) return { ok: true, said: await command.alone(given, variables) };
    const { close, ...ground } = await open();
    try {
      return { ok: true, said: await command.run({ ...ground, operator: operator(), print }, given) };
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof StoreAway) return { ok: false, said: error.message };
    if (error instanceof Failed) return { ok: false, said: sentenceOf(error) };
    throw error;
  }
}

async function toStandardOutput(part: Uint8Array): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

const help = (): string =>
  [
    'npm run operator -- <command> <options>',
    ...Object.entries(commands).map(([name, command]) => `\n${helpOf(name, command)}`),
  ].join('\n');
const helpOf = (name: string, { summary, options }: Command) => `${usageOf(name, options)}\n    ${summary}`;
const usageOf = (name: string, options: Command['options']) =>
  [
    name,
    ...Object.entries(options.shape).map(([option, kind]) => (kind === isGiven ? `--${option}` : `--${option} …`)),
  ].join(' ');

const sentenceOf = (failed: Failed): string =>
  failed.code === 'not_found'
    ? 'There is no such company or account. "list-companies" shows the companies.'
    : bodyOf(failed, undefined).message;

/** Who it was, as the audit trail prints it: the person signed in on this machine. */
function operator(): Ground['operator'] {
  return {
    providerId: null,
    firstName: 'Operator',
    lastName: nameOnThisMachine(),
    type: 'Operator',
    host: hostname(),
    requestId: `operator-${process.pid}`,
  };
}

function nameOnThisMachine(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return String(process.getuid?.() ?? '');
  }
}
