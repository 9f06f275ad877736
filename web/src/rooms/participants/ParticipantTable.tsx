import { Anchor, Button } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { type Beyond, ListEnd } from '#kit/ListEnd.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { asDay } from '#kit/today.ts';
import { genderWord } from './words.ts';

export type RowAct = 'edit' | 'info' | 'card' | 'request' | 'status';

/** The participants of a site, with what may be done with each (PAR-03 to PAR-08, PAR-26). */
export function ParticipantTable(props: {
  participants: readonly Participant[];
  /** Those of the site that are not here. */
  others: Beyond;
  loading: boolean;
  search: string;
  siteId: number;
  ships: boolean;
  mayChange: boolean;
  onAct: (act: RowAct, participant: Participant) => void;
  onClearSearch: () => void;
}) {
  const { participants, others, loading, search, siteId, ships, mayChange, onAct, onClearSearch } = props;
  const found = participants.filter((one) => isFound(one, search));
  const columns: Column<Participant>[] = [
    { accessor: 'subjectNumber', title: 'Subject Number', sortable: true, noWrap: true },
    {
      accessor: 'name',
      title: 'Name',
      sortable: true,
      sortValue: (one) => `${one.lname}, ${one.fname}`,
      render: (one) => (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onAct('info', one)}>
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
    { accessor: 'gender', title: 'Gender', sortable: true, render: (one) => genderWord(one.gender) },
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
          ]}
        />
      ),
    },
  ];
  const nothingFound = participants.length > 0 && found.length === 0;
  return (
    <>
      <AppTable
        label="Participants"
        storeKey="participants"
        records={found}
        columns={columns}
        idAccessor="participantId"
        loading={loading}
        empty={nothingFound ? `No participant matches “${search.trim()}”.` : 'No Participant Data Available'}
        emptyAction={
          nothingFound && (
            <Button variant="default" onClick={onClearSearch}>
              Clear search
            </Button>
          )
        }
        pageKey={`${siteId}:${search}`}
      />
      <ListEnd
        key={siteId}
        shown={participants.length}
        things="participants"
        others="more"
        hint="The search looks at those that are here."
        beyond={others}
      />
    </>
  );
}

/** The search looks into name, subject number and e-mail. */
export function isFound(participant: Participant, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const { fname, lname, subjectNumber, email } = participant;
  return [`${fname} ${lname}`, `${lname} ${fname}`, `${lname}, ${fname}`, subjectNumber, email ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
