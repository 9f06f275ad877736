/** The three sides of a shipment request, each with its own calls. */

export const siteAccess = { module: 'TrialCard', types: ['Admin', 'Site User', 'Other'] } as const;
export const pharmacyAccess = { module: 'TrialCard', types: ['Pharmacy User'] } as const;
export const wholesalerAccess = { module: 'TrialCard', types: ['Wholesaler User'] } as const;
