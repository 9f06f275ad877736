/** What the brands of a company are made of, for the form that edits them and the server that keeps them. */
import { z } from 'zod';
import { userTypes } from '../access.ts';
import { day, givenType, id, requiredText } from '../wire.ts';
import { isReadable } from './colours.ts';

/** BRN-14, SCN-14: the one company whose people find their portal at the special address. */
export const specialPortalCompany = (mode: string): number => (mode === 'production' ? 6 : mode === 'staging' ? 2 : 8);

const opening = z
  .string()
  .regex(/^(Closed|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/, 'must be HH:mm-HH:mm or Closed')
  .refine((text) => text === 'Closed' || text.slice(0, 5) < text.slice(6), 'must end after it begins');

/** BST-06, BST-08, OPC-97. */
export const hours = z.strictObject({
  monday: opening,
  tuesday: opening,
  wednesday: opening,
  thursday: opening,
  friday: opening,
  saturday: opening,
  sunday: opening,
  timezone: z.enum(['ET', 'CT', 'MT', 'PT']),
});
export type Hours = z.output<typeof hours>;
/** The same as they are read: another release may have kept them, by other rules. */
export const keptHours = z.object({
  monday: z.string(),
  tuesday: z.string(),
  wednesday: z.string(),
  thursday: z.string(),
  friday: z.string(),
  saturday: z.string(),
  sunday: z.string(),
  timezone: z.string(),
});
export type KeptHours = z.output<typeof keptHours>;

/** BST-07, CCN-23, CCN-27: what a new brand has unless told otherwise. */
export const usualHours: Hours = {
  monday: '08:00-19:00',
  tuesday: '08:00-19:00',
  wednesday: '08:00-19:00',
  thursday: '08:00-19:00',
  friday: '08:00-19:00',
  saturday: 'Closed',
  sunday: 'Closed',
  timezone: 'ET',
};

/** Empty means none: the brand then looks as its host does. */
export const brandColour = z
  .string()
  .overwrite((colour) => colour.trim().toLowerCase())
  .refine((colour) => colour === '' || /^#[0-9a-f]{6}$/.test(colour), {
    message: 'must be a colour such as #0f6b6b',
    abort: true,
  })
  .refine((colour) => colour === '' || isReadable(colour), 'must stand out against white or dark words (4.5 to 1)');

export const severity = z.enum(['info', 'warning', 'error']);
export type Severity = z.output<typeof severity>;

/** An alert as it is edited with its brand: one without a number is new, one that is left out has ended. No types means everybody. */
export const givenAlert = z
  .strictObject({
    alertId: id.optional(),
    message: requiredText(500),
    severity,
    types: z.array(givenType(userTypes)).max(userTypes.length).optional(),
    /** The UTC days that it is shown on, both included; without one it has no beginning or no end. */
    from: day.nullish(),
    until: day.nullish(),
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'must not be before the first day',
  });
export type GivenAlert = z.output<typeof givenAlert>;
