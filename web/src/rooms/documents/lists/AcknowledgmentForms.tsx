import type { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { Anchor, Text } from '@mantine/core';
import { AppTable } from '#kit/AppTable.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { Section } from '#kit/Section.tsx';
import { isFound } from '#shared/list-search.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { countOf, type NarrowedList } from '#shared/narrowed-list.ts';
import { type Document, useTrainingForms } from '../queries.ts';
import { NoDocuments, type RowActs } from './DocumentTable.tsx';

type Form = Ours<typeof listTrainingForms.reply>['acknowledgementTemplates'][number];

/** What the people of a group have to acknowledge, and how many of them have (DOC-10, ACK-10). */
export function AcknowledgmentForms(props: {
  gId: number;
  /** Those of the group. */
  documents: readonly Document[];
  list: Pick<NarrowedList<Document>, 'text' | 'words' | 'clear'>;
  acts: RowActs;
}) {
  const { gId, documents, list, acts } = props;
  const { forms, isLoading } = useTrainingForms(gId);
  const found = forms.filter(({ friendlyName, userTypes }) => isFound(list.text, [friendlyName, userTypes]));
  const withDocument = (form: Form, act?: (document: Document) => void) => {
    const document = documents.find(({ docId }) => docId === form.docId);
    return { hidden: !act || !document, onClick: () => document && act?.(document) };
  };
  /** A site lists those of its trial too, which whoever has the site alone cannot open. */
  const isOfGroup = (form: Form) => form.g_id === gId;
  return (
    <Section title="Acknowledgment Forms" count={countOf(found, forms)}>
      {!isLoading && forms.length === 0 ? (
        <NoDocuments />
      ) : (
        <AppTable
          label="Acknowledgment Forms"
          storeKey="documents:acknowledgment-forms"
          records={found}
          columns={[
            {
              accessor: 'friendlyName',
              title: 'Name',
              sortable: true,
              card: 'head',
              render: (form) =>
                isOfGroup(form) ? (
                  <Anchor
                    component="button"
                    type="button"
                    fz="inherit"
                    ta="left"
                    style={{ overflowWrap: 'anywhere' }}
                    onClick={() => acts.onView(form)}
                  >
                    {form.friendlyName}
                  </Anchor>
                ) : (
                  <Text fz="inherit" style={{ overflowWrap: 'anywhere' }}>
                    {form.friendlyName} (of the trial)
                  </Text>
                ),
            },
            {
              accessor: 'userTypes',
              title: 'User Types',
              sortable: true,
              render: ({ userTypes }) => userTypes.split(',').join(', '),
            },
            {
              accessor: 'signed',
              title: 'Signed',
              sortable: true,
              textAlign: 'right',
              noWrap: true,
              width: '8rem',
              render: ({ signed, people }) => `${signed.toLocaleString('en')} of ${people.toLocaleString('en')}`,
            },
            {
              accessor: 'actions',
              title: 'Action',
              pinned: true,
              screenOnly: true,
              card: 'side',
              width: '7rem',
              textAlign: 'right',
              render: (form) => (
                <RowActions
                  of={form.friendlyName}
                  items={[
                    { label: 'View', hidden: !isOfGroup(form), onClick: () => acts.onView(form) },
                    { label: 'Remove from group', danger: true, ...withDocument(form, acts.detach?.ask) },
                    { label: 'Delete', danger: true, ...withDocument(form, acts.onDelete) },
                  ]}
                />
              ),
            },
          ]}
          idAccessor="docId"
          loading={isLoading}
          pageSize={5}
          empty={`No form matches ${list.words}.`}
          emptyAction={<ClearButton onClear={list.clear} inList />}
          pageKey={`${gId}:${list.words}`}
        />
      )}
    </Section>
  );
}
