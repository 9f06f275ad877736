import { Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { categoryLabel } from '@portal/contract/shipments/rules.ts';
import { IconFileText } from '@tabler/icons-react';
import { asMoment } from '#kit/today.ts';
import classes from './Documents.module.css';
import type { ShipmentDocument } from './documents.ts';

/** SDC-04: buttons for one or two documents, a dropdown for more. */
export function DocumentList(props: {
  documents: readonly ShipmentDocument[];
  onOpen: (document: ShipmentDocument) => void;
}) {
  const { documents, onOpen } = props;
  const find = (docId: string | null) => documents.find((one) => String(one.docId) === docId);
  if (documents.length === 0) return <Text c="gray.7">No documents to display</Text>;
  if (documents.length > 2) {
    return (
      <Select
        label={`Documents (${documents.length})`}
        placeholder="Choose a document to open"
        data={documents.map((one) => ({ value: String(one.docId), label: one.friendlyName }))}
        // Each choice opens a document, also the same once more.
        value={null}
        onChange={(docId) => {
          const chosen = find(docId);
          if (chosen) onOpen(chosen);
        }}
        renderOption={({ option }) => {
          const document = find(option.value);
          return document && <Described document={document} />;
        }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
    );
  }
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Documents">
      {documents.map((document) => (
        <li key={document.docId}>
          <UnstyledButton className={classes.document} onClick={() => onOpen(document)}>
            <IconFileText size={22} aria-hidden className={classes.icon} />
            <Described document={document} />
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
}

/** What it is, and who added it when. */
function Described({ document }: { document: ShipmentDocument }) {
  return (
    <span>
      <Text span fw={600}>
        {document.friendlyName}
      </Text>
      <Text span display="block" size="sm" c="gray.7">
        {categoryLabel(document.category)} · {document.uploadedBy}, {asMoment(document.uploadedAt)}
      </Text>
      {document.isCorrected && (
        <Text span display="block" size="sm" c="gray.7">
          Corrected by a later document
        </Text>
      )}
    </span>
  );
}
