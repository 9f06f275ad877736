import { Anchor, Button } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import type { NarrowedList } from '#shared/narrowed-list.ts';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { countryColumn } from './country-column.ts';
import type { Partner } from './kinds.ts';

export type RowAct = 'edit' | 'info' | 'invite';

/** The partners of a company, with what may be done with each (PPW-02). */
export function PartnerTable(props: {
  kind: PartnerKind;
  list: NarrowedList<Partner>;
  loading: boolean;
  onAct: (act: RowAct, partner: Partner) => void;
  /** Left out for who may not add, change and staff partners. */
  onAdd: (() => void) | undefined;
}) {
  const { kind, list, loading, onAct, onAdd } = props;
  const nothingFound = list.isNarrowed && list.of > 0;
  const columns: Column<Partner>[] = [
    {
      accessor: 'shownName',
      title: 'Name',
      sortable: true,
      card: 'head',
      render: (one) => (
        <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onAct('info', one)}>
          {one.shownName}
        </Anchor>
      ),
    },
    { accessor: 'phoneNumber', title: 'Phone', noWrap: true, render: ({ phoneNumber }) => phone(phoneNumber) },
    { accessor: 'faxNumber', title: 'Fax', noWrap: true, render: ({ faxNumber }) => phone(faxNumber) },
    countryColumn,
    {
      accessor: 'action',
      title: 'Action',
      pinned: true,
      card: 'side',
      textAlign: 'right',
      width: 90,
      render: (one) => (
        <RowMenu
          label={`Actions for ${one.shownName}`}
          items={[
            ...(onAdd ? [{ label: 'Edit', onClick: () => onAct('edit', one) }] : []),
            { label: 'Info', onClick: () => onAct('info', one) },
            ...(onAdd ? [{ label: 'Send invite', onClick: () => onAct('invite', one) }] : []),
          ]}
        />
      ),
    },
  ];
  return (
    <AppTable
      label="Partners"
      storeKey={`partners:${kind}`}
      records={list.found}
      columns={columns}
      idAccessor="partnerId"
      loading={loading}
      empty={nothingFound ? `No partner matches ${list.words}.` : `There are no ${kind} partners yet.`}
      emptyAction={
        nothingFound ? (
          <ClearButton onClear={list.clear} inList />
        ) : (
          onAdd && (
            <Button variant="default" onClick={onAdd}>
              Add New Partner
            </Button>
          )
        )
      }
      pageKey={list.words}
    />
  );
}

const phone = (number: string | null) => (number ? <ShownPhone number={number} /> : '–');
