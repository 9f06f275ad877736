import { Anchor } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { type Beyond, ListEnd } from '#kit/ListEnd.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import type { NarrowedList } from '#shared/narrowed-list.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { asDay } from '#kit/today.ts';
import { genderWord } from './words.ts';

export type RowAct = 'edit' | 'info' | 'card' | 'request' | 'status' | 'remove';

/** The participants of a site, with what may be done with each (PAR-03 to PAR-08, PAR-26). */
export function ParticipantTable(props: {
  list: NarrowedList<Participant>;
  /** Those of the site that are not here. */
  others: Beyond;
  loading: boolean;
  siteId: number;
  ships: boolean;
  mayChange: boolean;
  mayRemove: boolean;
  onAct: (act: RowAct, participant: Participant) => void;
}) {
  const { list, others, loading, siteId, ships, mayChange, mayRemove, onAct } = props;
  const columns: Column<Participant>[] = [
    { accessor: 'subjectNumber', title: 'Subject Number', sortable: true, noWrap: true },
    {
      accessor: 'name',
      title: 'Name',
      sortable: true,
      card: 'head',
      sortValue: (one) => `${one.lname}, ${one.fname}`,
      render: (one) => (
        <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onAct('info', one)}>
          {one.lname}, {one.fname}
        </Anchor>
      ),
    },
    {
      accessor: 'dob',
      title: 'Date of Birth',
      sortable: true,
      noWrap: true,
      render: (one) => asDay(one.dob, 'DD/MM/YYYY'),
    },
    { accessor: 'gender', title: 'Gender', sortable: true, card: 'hidden', render: (one) => genderWord(one.gender) },
    { accessor: 'email', title: 'Email', sortable: true, render: (one) => one.email ?? '–' },
    {
      accessor: 'phone',
      title: 'Phone',
      noWrap: true,
      render: (one) => (one.phone ? <ShownPhone number={one.phone} /> : '–'),
    },
    {
      accessor: 'isActive',
      title: 'Status',
      sortable: true,
      sortValue: (one) => (one.isActive ? 'Active' : 'Deactivated'),
      render: (one) => (
        <WordBadge colour={one.isActive ? 'green' : 'gray'}>{one.isActive ? 'Active' : 'Deactivated'}</WordBadge>
      ),
    },
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      width: 56,
      textAlign: 'right',
      render: (one) => (
        <RowMenu
          label={`Actions for ${one.subjectNumber}`}
          items={[
            { label: 'Edit', hidden: !one.isActive || !mayChange, onClick: () => onAct('edit', one) },
            { label: 'Info', onClick: () => onAct('info', one) },
            {
              label: 'View card',
              hidden: !one.isActive || !one.cardTemplateInfo.hasCard,
              onClick: () => onAct('card', one),
            },
            {
              label: 'Add shipment request',
              hidden: !one.isActive || !ships || !mayChange,
              onClick: () => onAct('request', one),
            },
            {
              label: one.isActive ? 'Deactivate' : 'Reactivate',
              danger: one.isActive,
              hidden: !mayChange,
              onClick: () => onAct('status', one),
            },
            { label: 'Remove', danger: true, hidden: one.isActive || !mayRemove, onClick: () => onAct('remove', one) },
          ]}
        />
      ),
    },
  ];
  const nothingFound = list.isNarrowed && list.of > 0;
  return (
    <>
      <AppTable
        label="Participants"
        storeKey="participants"
        records={list.found}
        columns={columns}
        idAccessor="participantId"
        loading={loading}
        empty={nothingFound ? `No participant matches ${list.words}.` : 'No Participant Data Available'}
        emptyAction={nothingFound && <ClearButton onClear={list.clear} inList />}
        pageKey={`${siteId}:${list.words}`}
      />
      <ListEnd
        key={siteId}
        shown={list.of}
        things="participants"
        others="more"
        hint="Search covers the loaded rows only."
        beyond={others}
      />
    </>
  );
}
