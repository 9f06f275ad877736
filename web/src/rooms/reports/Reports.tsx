import { Button, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { offeredReports, type Report } from '@portal/contract/reports/rules.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useWork } from '#api/use-work.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Section } from '#kit/Section.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { exportReport, exportShipments, type PlainReport } from './export-report.ts';
import classes from './reports.module.css';

// Loaded when it is opened: it brings the calendar.
const ExportDialog = lazyDialog(() => import('#shared/ExportDialog.tsx'), 'ExportDialog');

const labels: Record<Report, string> = {
  training: 'Site User Training Report',
  inviteStatus: 'Site User Invite Status Report',
  shipments: 'Shipment Requests Report',
  participants: 'Trial Participant Report',
};

/** DSH-11, OPN-53: the heading is always there, the buttons by rule. */
export function Reports({ group }: { group: CareGroup | null }) {
  const { type } = useViewer();
  const offered = offeredReports(type, group);
  return (
    <Section title="Downloadable Reports">
      {group && offered.length > 0 ? (
        <div className={classes.buttons}>
          {offered.map(({ report, disabled }) =>
            report === 'shipments' ? (
              <ShipmentsButton key={report} group={group} />
            ) : (
              <ReportButton key={`${report} ${group.gId}`} report={report} group={group} disabled={disabled} />
            ),
          )}
          {offered.some(({ disabled }) => disabled) && (
            <Text size="sm" c="gray.7">
              Invitations are reported for a whole trial: choose the trial for the Invite Status Report.
            </Text>
          )}
        </div>
      ) : (
        <Text p="md" size="sm" c="gray.7">
          {group ? 'There are no reports for this choice.' : 'Nothing to download until a trial is chosen.'}
        </Text>
      )}
    </Section>
  );
}

interface ButtonProps {
  group: CareGroup;
  report: PlainReport;
  disabled: boolean;
}

function ReportButton({ group, report, disabled }: ButtonProps) {
  const download = useWork(() => exportReport(report, group), {
    onSuccess: (outcome) => {
      if (outcome && 'said' in outcome) toastFailure(outcome.said);
      if (outcome && 'fileName' in outcome) toastSuccess(`${outcome.fileName} is downloaded.`);
    },
  });
  return (
    <SubmitButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      busy={download.isPending}
      disabled={disabled}
      onPress={() => download.mutate()}
    >
      {labels[report]}
    </SubmitButton>
  );
}

/** DSH-12: this report asks for its period first. */
function ShipmentsButton({ group }: { group: CareGroup }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {labels.shipments}
      </Button>
      {opened && (
        <ExportDialog
          text={`Items shipped for requests of ${group.displayName} made between these dates.`}
          display="DD/MM/YYYY"
          onExport={(period) => exportShipments(group, period)}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
