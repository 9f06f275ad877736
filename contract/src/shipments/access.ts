/** The three sides of a shipment request, each with its own calls. */
import { siteSide } from '../access.ts';

export const siteAccess = { module: 'TrialCard', types: siteSide } as const;
export const pharmacyAccess = { module: 'TrialCard', types: ['Pharmacy User'] } as const;
export const wholesalerAccess = { module: 'TrialCard', types: ['Wholesaler User'] } as const;
