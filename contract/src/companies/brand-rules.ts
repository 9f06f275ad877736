/** What the brands of a company are made of, for the form that edits them and the server that keeps them. */
import { z } from 'zod';
import { userType } from '../access.ts';
import { requiredText, id } from '../wire.ts';

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

export const severity = z.enum(['info', 'warning', 'error']);
export type Severity = z.output<typeof severity>;

/** An alert as it is edited with its brand: one without a number is new, one that is left out has ended. No types means everybody. */
export const givenAlert = z.strictObject({
  alertId: id.optional(),
  message: requiredText(500),
  severity,
  types: z.array(userType).max(userType.options.length).optional(),
});
export type GivenAlert = z.output<typeof givenAlert>;
