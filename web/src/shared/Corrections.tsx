import { Anchor, Text } from '@mantine/core';
import { Notice } from '#kit/Notice.tsx';
import type { OpenedDocument } from './document-file.ts';

/** P11-08: whoever reads what was corrected is told so, before anything else of it. */
export function Corrections(
  props: Pick<OpenedDocument, 'corrects' | 'correctedBy'> & { onView: (docId: number) => void },
) {
  const { corrects, correctedBy, onView } = props;
  const latest = correctedBy.at(-1);
  const to = ({ docId, friendlyName }: { docId: number; friendlyName: string | null }) => (
    <Anchor component="button" type="button" inherit style={{ overflowWrap: 'anywhere' }} onClick={() => onView(docId)}>
      {friendlyName}
    </Anchor>
  );
  return (
    <>
      {latest && (
        // A notice by itself would shrink where there is little room.
        <div>
          <Notice tone="warning" title="A later document corrects this one.">
            <Text>Read {to(latest)} instead.</Text>
          </Notice>
        </div>
      )}
      {corrects && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {corrects.isDeleted ? (
            `Corrects ${corrects.friendlyName === null ? 'a document' : `“${corrects.friendlyName}”`}, which was deleted.`
          ) : (
            <>Corrects {to(corrects)}.</>
          )}
        </Text>
      )}
    </>
  );
}
