import { Anchor, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { asDay } from '#kit/today.ts';
import { SitePicker } from '#shared/SitePicker.tsx';
import { makeReport, type Report } from './make-report.ts';
import { useEarliestDay, useSponsors, useTrialsAndSites } from './queries.ts';
import { useSignRequest } from './use-sign-request.ts';

// What draws PDFs is larger than the whole portal.
const PagesToEnd = lazyPart(() => import('./PagesToEnd.tsx'), 'PagesToEnd', <Loading label="Loading the preview" />);

/** URP-10: how long "Success" is seen before the dialog closes. */
const successMs = 400;

interface Props {
  /** The trial or site that the screen around works with. */
  groupId: number | null;
  onClose: () => void;
}

/** Makes a user management report and asks for its signatures (URP-01 to URP-13). */
export function ReportDialog({ groupId, onClose }: Props) {
  const [choice, setChoice] = useState<Choice>({ gId: groupId, since: null, sponsorId: null });
  const [report, setReport] = useState<Report | null>(null);
  const [requested, setRequested] = useState<Report | null>(null);
  const { create, throwAway, state, refused } = useSignRequest((of) => setTimeout(() => setRequested(of), successMs));
  if (requested) return <RequestGenerated report={requested} onClose={onClose} />;
  const close = () => {
    throwAway();
    onClose();
  };
  return (
    <Dialog
      opened
      title="Generate Report"
      size={report ? '72rem' : 'lg'}
      fills={report !== null}
      dirty={(choice.since !== null || report !== null) && state !== 'success'}
      discard={{ title: 'Discard this report?', text: 'Nothing will be kept.' }}
      mayClose={state === 'idle'}
      onClose={close}
    >
      {report ? (
        <Preview
          report={report}
          state={state}
          refused={refused}
          onCreate={() => void create(report)}
          onBack={() => {
            throwAway();
            setReport(null);
          }}
        />
      ) : (
        <Choices choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} onReport={setReport} />
      )}
    </Dialog>
  );
}

interface Choice {
  gId: number | null;
  since: string | null;
  sponsorId: number | null;
}

/** What the report is about: a place, a day and who of the sponsor signs it (URP-03, URP-04). */
function Choices(props: {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  onReport: (report: Report) => void;
}) {
  const { choice, onChange, onReport } = props;
  const { gId, since, sponsorId } = choice;
  const viewer = useViewer();
  // As the server has it, whose days are those of UTC.
  const today = serverNow().toISOString().slice(0, 10);
  const [isMaking, setMaking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const places = useTrialsAndSites();
  const people = useSponsors(gId);
  const earliest = useEarliestDay(gId);
  const place = places.data?.find((one) => one.gId === gId);
  const sponsor = people.sponsors.find(({ cpId }) => cpId === sponsorId) ?? onlyOne(people.sponsors);
  const dayProblem = since === null ? null : problemOfDay(since, earliest.day, today);
  const missing = [
    ...(place ? [] : ['a trial or site']),
    ...(since !== null && !dayProblem ? [] : ['a date']),
    ...(sponsor ? [] : ['a sponsor']),
  ];
  const isKnown = !earliest.isLoading && !people.isLoading;

  const open = async () => {
    if (!place || since === null || !sponsor) return;
    setMaking(true);
    setRefused(null);
    const { cpId, fName, lName, email } = viewer;
    try {
      onReport(
        await makeReport({ place, since, today, admin: { cpId, name: `${fName} ${lName}`.trim(), email }, sponsor }),
      );
    } catch (error) {
      setRefused({ text: sentenceOf(error) });
    } finally {
      setMaking(false);
    }
  };
  const unread = places.error ?? people.error ?? earliest.error;
  const again = () => {
    for (const one of [places, people, earliest]) if (one.error) void one.refetch();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <Stack>
        <Text>
          Lists who has access, and whose access has changed since the day you choose. You sign it first, then the
          sponsor.
        </Text>
        <SitePicker
          label="Trial or site"
          placeholder="Choose trial or site"
          sites={places.data ?? []}
          value={place?.gId ?? null}
          loading={places.isLoading}
          onChange={(chosen) => onChange({ gId: chosen, sponsorId: null })}
        />
        {unread ? (
          <Failed message={sentenceOf(unread)} onRetry={again} />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <DateField
              label="Changes since"
              display="DD-MM-YYYY"
              required
              value={since}
              min={earliest.day ?? undefined}
              max={today}
              description={isKnown && place ? aboutLast(earliest) : 'Up to today.'}
              error={dayProblem}
              onChange={(day) => onChange({ since: day })}
            />
            <NativeSelect
              label="Sponsor"
              required
              description={
                place && isKnown && people.sponsors.length === 0
                  ? 'No one at this trial’s sponsor can sign.'
                  : 'Signs after you.'
              }
              value={sponsor ? String(sponsor.cpId) : ''}
              disabled={!isKnown}
              data={[
                ...(sponsor ? [] : [{ value: '', label: 'Choose sponsor', disabled: true }]),
                ...people.sponsors.map(({ cpId, name, email }) => ({
                  value: String(cpId),
                  label: `${name}, ${email}`,
                })),
              ]}
              onChange={(event) => onChange({ sponsorId: Number(event.currentTarget.value) })}
            />
          </SimpleGrid>
        )}
        <DialogFooter refused={refused} says={missing.length > 0 ? `Still missing: ${missing.join(', ')}` : undefined}>
          <DialogCancel disabled={isMaking} />
          <SubmitButton ready={missing.length === 0 && isKnown && !unread} busy={isMaking}>
            Open Pdf
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}

const onlyOne = <T,>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

function aboutLast({ day, leavesOut }: { day: string | null; leavesOut: boolean }): string {
  if (day === null)
    return leavesOut ? 'No earlier report counts, because all were rejected.' : 'There is no earlier report.';
  return `The last report began on ${asDay(day, 'DD-MM-YYYY')}.${leavesOut ? ' Rejected reports do not count.' : ''}`;
}

function problemOfDay(day: string, earliest: string | null, today: string): string | null {
  if (earliest !== null && day < earliest) return `Please choose ${asDay(earliest, 'DD-MM-YYYY')} or a later day.`;
  return day > today ? 'Please choose a day that is not in the future.' : null;
}

/** The report as it will be signed; whoever asks for signatures has seen all of it (URP-02, URP-08, URP-09). */
function Preview(props: {
  report: Report;
  state: 'idle' | 'processing' | 'success';
  refused: Refused | null;
  onCreate: () => void;
  onBack: () => void;
}) {
  const { report, state, refused, onCreate, onBack } = props;
  const [hasSeenEnd, setSeenEnd] = useState(false);
  return (
    <Stack gap="sm" flex={1} mih={0}>
      <Text>
        {report.place.displayName}, changes since {asDay(report.since, 'DD-MM-YYYY')}. Signed by you, then by{' '}
        {report.sponsor.name}.
      </Text>
      <PagesToEnd file={report.file} label="the report" onEnd={() => setSeenEnd(true)} />
      <DialogFooter
        refused={refused}
        says={hasSeenEnd ? undefined : 'Please scroll to the end of the report before you ask for signatures.'}
      >
        <Button variant="default" onClick={onBack} disabled={state !== 'idle'}>
          Back
        </Button>
        <SubmitButton ready={hasSeenEnd && state !== 'success'} busy={state === 'processing'} onPress={onCreate}>
          {buttonWords[state]}
        </SubmitButton>
      </DialogFooter>
    </Stack>
  );
}

const buttonWords = { idle: 'Create Sign Request', processing: 'Processing', success: 'Success' };

/** URP-10. */
function RequestGenerated({ report, onClose }: { report: Report; onClose: () => void }) {
  return (
    <Sheet opened title="Signature Request Generated" onClose={onClose}>
      <Stack>
        <Text>
          The report on {report.place.displayName} waits for your signature, and then for that of {report.sponsor.name}.
        </Text>
        <Group justify="space-between">
          <Anchor
            component={Link}
            to="/document"
            search={{ group: report.place.gId } as never}
            onClick={onClose}
            data-autofocus
          >
            Go to Documents
          </Anchor>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
