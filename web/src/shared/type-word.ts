/** The type of a person, or of somebody who is invited, as screens call it: that of delegates has a name on the wire alone. */
export const typeWord = (type: string): string => (type === 'physician' ? 'Physician Delegate' : type);
