/** Who it is on record that does what nobody asked for at that moment. */
export const byItself = { providerId: null, firstName: 'System', lastName: '', type: 'System', host: 'local' } as const;
