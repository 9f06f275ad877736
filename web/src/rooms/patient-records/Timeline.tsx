import { Group, Text, Title } from '@mantine/core';
import { type TimelineKind, timelineKinds } from '@portal/contract/patients/timeline-endpoints.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { useNextRows } from '#kit/next-rows.ts';
import { NextRows } from '#kit/NextRows.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Empty, Loading } from '#kit/States.tsx';
import classes from './patient.module.css';
import { useTimeline } from './queries.ts';

const words: Record<TimelineKind, string> = {
  status: 'Status',
  group: 'Care group',
  medication: 'Medication',
  order: 'Order',
  shipment: 'Shipment',
  outreach: 'Outreach',
  consent: 'Consent',
  document: 'Document',
  assessment: 'Assessment',
  followUp: 'Follow-up',
  conversation: 'Conversation',
  call: 'Call',
};

/** All that happened with a patient, newest first, narrowed by kind. */
export function Timeline(props: { uId: number; kind: string; onKind: (kind: TimelineKind | null) => void }) {
  const { uId, onKind } = props;
  const kind = timelineKinds.find((one) => one === props.kind) ?? null;
  const events = useTimeline(uId, kind);
  const { data, isLoading, hasNextPage } = events;
  const { place, ask } = useNextRows<HTMLOListElement>(events);
  return (
    <section aria-label="Timeline">
      <Title order={3} mb="xs">
        Timeline
      </Title>
      <PressedButtons
        label="Kinds of events"
        of={timelineKinds.map((one) => ({ key: one, label: words[one], pressed: one === kind }))}
        onPress={(key) => onKind(key === kind ? null : (key as TimelineKind))}
      />
      {isLoading && <Loading label="Loading the timeline" />}
      {/* What cannot be read is an empty list (PDT-09, CER-29). */}
      {!isLoading && (data ?? []).length === 0 && (
        <Empty message={kind ? `Nothing of the kind “${words[kind]}” is recorded.` : 'Nothing is recorded yet.'} />
      )}
      {data && data.length > 0 && (
        <ol ref={place} className={classes.timeline} aria-label="Events">
          {data.map((one, index) => (
            <li key={`${one.at.toISOString()} ${index}`} tabIndex={-1} className={classes.moment}>
              <time dateTime={one.at.toISOString()}>{asClinicTime(one.at)}</time>
              <span className={classes.kind}>{words[one.kind]}</span>
              <span>
                {one.what}
                {one.about && `: ${one.kind === 'followUp' ? asClinicTime(new Date(one.about)) : one.about}`}
                {one.by && (
                  <Text span inherit c="gray.7">
                    {' '}
                    · {one.by}
                  </Text>
                )}
                {one.note && <span className={classes.note}>{one.note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Group mt="sm">
          <NextRows next={events} onAsk={ask}>
            Older
          </NextRows>
        </Group>
      )}
    </section>
  );
}
