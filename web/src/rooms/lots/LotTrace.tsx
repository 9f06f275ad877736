import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { Lot, LotCorrection, LotRecall, TracedShipment } from '@portal/contract/lots/endpoints.ts';
import { deliveryOutcomes, itemConditions, numberAlone } from '@portal/contract/shipments/rules.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { amount } from '#kit/amount.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { arrivalWords } from '#shared/arrival-words.ts';
import { StatusBadge, statusWords } from '#shared/StatusBadge.tsx';
import { asDay, asMoment } from '#kit/today.ts';
import { CorrectExpiry } from './CorrectExpiry.tsx';
import { Expiry } from './LotTable.tsx';
import { useTrace } from './queries.ts';
import { RecallLot, type RecallWay } from './RecallLot.tsx';
import { nameInTrial, recallWords } from './words.ts';

const subjects = ({ participants }: TracedShipment) =>
  participants.map((one) => numberAlone(one) + (one.siteNow ? ` (now at ${one.siteNow})` : '')).join(', ');
const couriers = ({ packages }: TracedShipment) =>
  packages.map(({ courier, trackingNumber }) => `${courier} ${trackingNumber}`);

/** How the lot itself arrived: a delivery is called damaged where some other item of it is. */
function arrivals({ status, quantity, arrived }: TracedShipment): string[] {
  if (!arrived || !(deliveryOutcomes as readonly string[]).includes(status)) return [];
  const said = itemConditions.filter((condition) => arrived[condition] > 0);
  if (said.length === 0) return ['Not said how it arrived'];
  return said.map((condition) => {
    const words = arrivalWords[condition];
    return arrived[condition] === quantity ? words : `${arrived[condition]} ${words.toLowerCase()}`;
  });
}

/** What it was sent as, where its product is called otherwise by now; a server of before does not tell it. */
function formerName({ drugName, dosageForm }: TracedShipment, lot: Lot): string | null {
  if (drugName === undefined || dosageForm === undefined) return null;
  const name = productName({ drugName, dosageForm });
  return name === productName(lot) ? null : name;
}

type Row = TracedShipment & { sentAs: string | null };

const columns: Column<Row>[] = [
  {
    accessor: 'srId',
    title: 'Request',
    textAlign: 'right',
    sortable: true,
    card: 'head',
    render: ({ srId }) => (
      <Anchor
        fz="inherit"
        aria-label={`View request ${srId}`}
        renderRoot={(props) => <Link {...props} to="/shipment-request" search={{ request: srId } as never} />}
      >
        {srId}
      </Anchor>
    ),
  },
  {
    accessor: 'status',
    title: 'Status',
    sortable: true,
    card: 'side',
    sortValue: ({ status }) => statusWords[status],
    render: ({ status }) => <StatusBadge status={status} />,
  },
  { accessor: 'siteName', title: 'Site', sortable: true },
  { accessor: 'participants', title: 'Participants', sortable: true, sortValue: subjects, render: subjects },
  {
    accessor: 'toParticipant',
    title: 'Ship to',
    render: ({ toParticipant }) => (toParticipant ? 'Participant' : 'Trial site'),
  },
  {
    accessor: 'quantity',
    title: 'Quantity',
    textAlign: 'right',
    render: (shipment) => (
      <>
        {amount(shipment)}
        {[...(shipment.sentAs ? [`Sent as ${shipment.sentAs}`] : []), ...arrivals(shipment)].map((one) => (
          <Text key={one} size="sm" c="gray.7">
            {one}
          </Text>
        ))}
      </>
    ),
  },
  { accessor: 'partnerName', title: 'Sent by', sortable: true },
  {
    accessor: 'packages',
    title: 'Courier and tracking',
    render: (shipment) => couriers(shipment).map((one) => <div key={one}>{one}</div>),
  },
  {
    accessor: 'expirationDates',
    title: 'Expiration typed',
    noWrap: true,
    render: ({ expirationDates }) => expirationDates.map((one) => <div key={one}>{asDay(one)}</div>),
  },
  {
    accessor: 'dateShipped',
    title: 'Shipped',
    noWrap: true,
    sortable: true,
    render: ({ dateShipped }) => asDay(dateShipped),
  },
  {
    accessor: 'dateOfStatusChange',
    title: 'Status since',
    noWrap: true,
    sortable: true,
    render: ({ dateOfStatusChange }) => asDay(dateOfStatusChange),
  },
];

const none: readonly never[] = [];

/** Where one lot went: every shipment that held some of it. */
export function LotTrace({
  lotId,
  onBack,
  onTrace,
}: {
  lotId: number;
  onBack: () => void;
  onTrace: (lotId: number) => void;
}) {
  const { data, error, isLoadingError, isFetching, refetch } = useTrace(lotId);
  const [task, setTask] = useState<RecallWay | 'correct' | null>(null);
  const end = () => setTask(null);
  const back = useRef<HTMLButtonElement>(null);
  // A server of the release before does not tell these.
  const { recalls = none, sameNumber = none } = data ?? {};
  // The row that was pressed is gone, so the keyboard goes to the way back.
  useEffect(() => back.current?.focus(), []);
  return (
    <Stack gap="md">
      <Group>
        <Button ref={back} variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
          All lots
        </Button>
        {data?.mayCorrect && (
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={() => setTask('correct')}>
              Correct expiration date
            </Button>
            {data.lot.recalledAt ? (
              <Button variant="default" onClick={() => setTask('takeBack')}>
                Take back recall
              </Button>
            ) : (
              <Button variant="outline" color="red.9" onClick={() => setTask('recall')}>
                Recall lot
              </Button>
            )}
          </Group>
        )}
      </Group>
      {isLoadingError && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !isLoadingError && <Loading label="Loading where it went" />}
      {data && (
        <>
          <Stack gap={4}>
            <Title order={2}>Lot {data.lot.lotNumber}</Title>
            <Group gap="md">
              <Text size="sm">{nameInTrial(data.lot)}</Text>
              <Text size="sm" component="div">
                <Group gap="xs">
                  Expires <Expiry day={data.lot.expirationDate} />
                </Group>
              </Text>
            </Group>
            {sameNumber.length > 0 && (
              <Text size="sm" component="div">
                The same number is also on record for{' '}
                {sameNumber.map((one, i) => (
                  <span key={one.lotId}>
                    {i > 0 && '; '}
                    <Anchor component="button" type="button" fz="inherit" onClick={() => onTrace(one.lotId)}>
                      {nameInTrial(one)}
                    </Anchor>
                    {one.recalledAt && ' (recalled)'}
                  </span>
                ))}
                .
              </Text>
            )}
          </Stack>
          {data.lot.recalledAt && <Notice tone="error" title="This lot is recalled and cannot be shipped." />}
          {recalls.length > 0 && <Recalls made={recalls} />}
          {data.corrections.length > 0 && <Corrections made={data.corrections} />}
          {task === 'correct' && <CorrectExpiry lot={data.lot} recalls={recalls} onClose={end} />}
          {(task === 'recall' || task === 'takeBack') && (
            <RecallLot {...{ lot: data.lot, recalls, sameNumber }} way={task} onClose={end} />
          )}
          {data.more && (
            <Text fw={500} role="alert">
              Only the newest {data.shipments.length.toLocaleString('en')} shipments are shown.
            </Text>
          )}
          <AppTable
            wide
            label={`Where lot ${data.lot.lotNumber} went`}
            storeKey="lot-trace"
            pageKey={String(lotId)}
            records={data.shipments.map((one) => ({ ...one, sentAs: formerName(one, data.lot) }))}
            columns={columns}
            idAccessor="srId"
            loading={isFetching}
            empty="No shipment holds this lot."
          />
        </>
      )}
    </Stack>
  );
}

/** What stood on record before, and why it does not any more: the newest first. */
const Corrections = ({ made }: { made: readonly LotCorrection[] }) => (
  <Said
    label="Corrections"
    of={made.map(({ from, to, reason, correctedBy, correctedAt }) => ({
      words: `Expiration date corrected from ${asDay(from)} to ${asDay(to)} by ${correctedBy}, ${asMoment(correctedAt)}`,
      at: correctedAt,
      reason,
    }))}
  />
);

/** That it was recalled, and that this was taken back, by whom and why: the newest first. */
const Recalls = ({ made }: { made: readonly LotRecall[] }) => (
  <Said
    label="Recalls"
    of={made.map(({ reason, recalledBy, recalledAt, recalled }) => ({
      words: `${recallWords({ recalled })} by ${recalledBy}, ${asMoment(recalledAt)}`,
      at: recalledAt,
      reason,
    }))}
  />
);

function Said({ label, of }: { label: string; of: { words: string; at: Date; reason: string }[] }) {
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {of.toReversed().map(({ words, at, reason }) => (
        <Text key={at.toISOString()} component="li" size="sm">
          {words}: <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason}</span>
        </Text>
      ))}
    </Stack>
  );
}
