/** Where a document is opened to be signed. */
export const toSign = (docId: number) => ({ to: '/document' as const, search: { sign: docId } as never });
