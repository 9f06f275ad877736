/** What somebody fills in, and what is left of it to do (SGN-05 to SGN-08). */
import { firstFew } from '#kit/first-few.ts';
import { tooLongAsItIs } from '#kit/too-long.ts';
import type { FormToSign, OwnField } from './own-fields.ts';

export interface Drawing {
  png: Uint8Array<ArrayBuffer>;
  /** For an image on the screen. */
  url: string;
  proof: string;
  /** What this clock says, in UTC (OPS-58). */
  date: string;
}

export interface Filling {
  /** Texts, ticks and chosen options by the name of their field; what is not named is as it was. */
  values: Readonly<Record<string, string | boolean>>;
  drawings: Readonly<Record<string, Drawing>>;
}

export const nothingFilled: Filling = { values: {}, drawings: {} };

export const valueOf = (field: OwnField, { values }: Filling): string | boolean => values[field.name] ?? field.value;

export function isFilled(field: OwnField, filling: Filling): boolean {
  if (field.type === 'Signature') return filling.drawings[field.name] !== undefined;
  const value = valueOf(field, filling);
  return typeof value === 'string' ? value.trim() !== '' : value;
}

/** What is still to be filled in, in reading order: the required fields, and one signature where each of them is optional. */
export function missingOf({ fields }: FormToSign, filling: Filling): OwnField[] {
  const places = fields.filter(({ type }) => type === 'Signature');
  const isSigned = places.some((field) => isFilled(field, filling));
  return fields.filter((field) => !isFilled(field, filling) && (field.required || (!isSigned && field === places[0])));
}

/** Of a text that is longer than its field takes. What was dealt is taken as it is. */
export function lengthProblem(field: OwnField, filling: Filling): string | undefined {
  const value = valueOf(field, filling);
  return typeof value === 'string' && value !== field.value ? tooLongAsItIs(value, field.most) : undefined;
}
export const tooLongOf = ({ fields }: FormToSign, filling: Filling): OwnField[] =>
  fields.filter((field) => lengthProblem(field, filling));

/** Nobody signs a document that has no place for it. */
export const hasPlace = ({ fields }: FormToSign): boolean => fields.some(({ type }) => type === 'Signature');

/** Whether something would be lost. */
export const isChanged = ({ fields }: FormToSign, filling: Filling): boolean =>
  Object.keys(filling.drawings).length > 0 || fields.some((field) => valueOf(field, filling) !== field.value);

/** The first of these after a field, or the first of all. */
export function nextAfter(
  missing: readonly OwnField[],
  all: readonly OwnField[],
  name: string | null,
): OwnField | undefined {
  const at = all.findIndex((field) => field.name === name);
  return missing.find((field) => all.indexOf(field) > at) ?? missing[0];
}

export const namesOf = (missing: readonly OwnField[]): string => firstFew(missing.map(({ words }) => words));
