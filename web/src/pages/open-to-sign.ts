import type { ListedDocument } from '@portal/contract/documents/endpoints.ts';
import { useChangeSearch } from '#shared/page-search.ts';

/** Opens a document to sign it, as `/document?sign=`. */
export function useOpenToSign(): (document: ListedDocument) => void {
  const changeSearch = useChangeSearch();
  return ({ docId }) => changeSearch({ sign: docId, view: undefined });
}
