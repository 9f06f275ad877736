import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder where there is none, and those above it. By itself, since `mkdir` with `recursive` tries for ever where a folder is
 * there and lets nothing be made in it, such as /proc.
 */
export function makeFolder(folder: string): void {
  const above = path.dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Why a place of the configuration cannot be written, in a sentence that names it. */
export function notWritten(name: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (isOfNoRoom(error)) return `${name} cannot be written: there is no room left (${code}).`;
  return `${name} cannot be written by this account (${code || message}).`;
}

/** The disk is full, or this account's share of it. */
export const isOfNoRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
