import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#api/failure.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { dealtDocument, type SigningLink } from './queries.ts';

export interface SignDocumentProps {
  /** The reader's own ids of the document, as its lists have them in `uuid` and `signerUuid`. */
  link: SigningLink;
  /** The server has the signature. */
  onSigned: (signed: { docId: number; isCompletelySigned: boolean }) => void;
  /** What is filled in would be lost (`dirty`), or is on its way to the server (`busy`): for the dialog around it. */
  onHolds?: (holds: { dirty: boolean; busy: boolean }) => void;
}

/**
 * One document that the person signs now: fill in, finalize, sign, submit (SGN-03 to SGN-20). It stands in a `Dialog`, at whose
 * end its footer stays; reason and titles come from what kind of document the server says it is.
 */
export function SignDocument({ link }: SignDocumentProps) {
  const { data, error, refetch } = useQuery(dealtDocument(link));
  if (error) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading the document" />;
  return null;
}
