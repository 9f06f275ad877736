/** The two kinds of partners (PPW-01). Their calls are twins under two names (OPS-82). */
export const partnerKinds = ['pharmacy', 'wholesaler'] as const;
export type PartnerKind = (typeof partnerKinds)[number];
