import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OpenedDocument } from './document-file.ts';

/** Leads to a document where documents are, at the site or trial that has it. */
export function OpenInDocuments({ docId, g_id }: Pick<OpenedDocument, 'docId' | 'g_id'>) {
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/document" search={{ group: g_id ?? undefined, view: docId } as never} />
      )}
    >
      Open in Documents
    </Button>
  );
}
