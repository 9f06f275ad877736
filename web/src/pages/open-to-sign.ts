import type { ListedDocument } from '@portal/contract/documents/endpoints.ts';
import { useNavigate } from '@tanstack/react-router';

/** Opens a document to sign it, as `/document?sign=`. */
export function useOpenToSign(): (document: ListedDocument) => void {
  const navigate = useNavigate();
  return ({ docId }) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, sign: docId, view: undefined })) as never });
}
