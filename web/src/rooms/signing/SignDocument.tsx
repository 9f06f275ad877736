import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { type Dealt, dealtDocument, type SigningLink } from './queries.ts';
import classes from './signing.module.css';

const loading = (
  <div className={classes.waiting}>
    <Loading label="Loading the document" />
  </div>
);
// What draws and writes PDFs is larger than the whole portal.
const FillForm = lazyPart(() => import('./FillForm.tsx'), 'FillForm', loading);
const PdfPages = lazyPart(() => import('#kit/PdfPages.tsx'), 'PdfPages', loading);

export interface SignDocumentProps {
  /** The reader's own ids of the document, as its lists have them in `uuid` and `signerUuid`. */
  link: SigningLink;
  /** The server has the signature. */
  onSigned: (signed: { docId: number; isCompletelySigned: boolean }) => void;
  /** A report was rejected instead (UMR-07); other documents cannot be. */
  onRejected?: () => void;
  /** What is filled in would be lost (`dirty`), or is on its way to the server (`busy`): for the dialog around it. */
  onHolds?: (holds: { dirty: boolean; busy: boolean }) => void;
}

/**
 * One document that the person signs now: fill in, finalize, sign, submit (SGN-03 to SGN-20). It stands in a column as high as a
 * sheet that `fills`, at whose end its footer stays; reason and titles come from what kind of document the server says it is.
 */
export function SignDocument(props: SignDocumentProps) {
  const { link } = props;
  const { data: dealt, error, refetch } = useQuery(dealtDocument(link));
  if (error)
    return (
      <div className={classes.waiting}>
        {isNotThere(error) ? (
          <Failed message="This document can no longer be opened: the request to sign it was withdrawn, or the document was deleted." />
        ) : (
          <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    );
  if (!dealt) return loading;
  if (dealt.isCurrentSigner && !dealt.isRejected && !dealt.isCompletelySigned)
    return <FillForm dealt={dealt} {...props} />;
  return (
    <PdfPages file={dealt.file} label={dealt.friendlyName}>
      <Text c="gray.7">{standingOf(dealt)}</Text>
    </PdfPages>
  );
}

/** SGN-03: why there is nothing to fill in. */
function standingOf({
  isRejected,
  isCompletelySigned,
  waitsFor,
  rejection,
}: Pick<Dealt, 'isRejected' | 'isCompletelySigned' | 'waitsFor' | 'rejection'>): string {
  if (rejection)
    return `This document was rejected by ${rejection.by}${rejection.reason ? `: ${rejection.reason}` : '.'}`;
  if (isRejected) return 'This document was rejected.';
  if (isCompletelySigned) return 'Everyone has signed this document.';
  return waitsFor ? `This document waits for ${waitsFor}.` : 'It is not your turn to sign this document.';
}
