import { Button, Stack } from '@mantine/core';
import type { Intervention } from '@portal/contract/clinic/endpoints.ts';
import { shownBirthDate, shownEmail, shownPhone } from '@portal/contract/patients/rules.ts';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { dueWords } from '#shared/due-words.ts';
import type { AssessmentToOpen } from '#shared/open-assessment.ts';
import { usePatient } from '#shared/patient.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import classes from './clinic.module.css';
import { eventsOf, fullName, type OpenEvent } from './intervention.ts';

/** What is reminded of, and how to go back. */
export interface ReminderOf {
  uId: number;
  surveyEventId: number;
  surveyName: string;
  onClose: () => void;
}

/** What a patient has to answer, and which of their answers are flagged (ACT-01 to ACT-06, OPC-23). */
export function PatientActivity(props: {
  of: Intervention;
  onView: (assessment: AssessmentToOpen) => void;
  /** The reminders of one of its assessments. */
  reminders: (of: ReminderOf) => ReactNode;
  onClose: () => void;
}) {
  const { of, onView, reminders, onClose } = props;
  const [reminded, setReminded] = useState<OpenEvent | null>(null);
  const { uId } = of;
  const name = fullName(of);
  const { data: patient, isError } = usePatient(uId);
  const now = serverNow();
  return (
    <Dialog opened title="Patient Activity" size="xl" onClose={onClose}>
      <Stack gap="sm">
        <FactList
          facts={[
            ['Name', name],
            ['Date of Birth', patient ? shownBirthDate(patient.dob) : isError ? 'Could not be loaded' : ''],
            ['Phone', shownPhone(of.phone || null)],
            ['Email', shownEmail(of.email)],
          ]}
        />
        <AppTable
          label="Assessments"
          storeKey="dashboard:activity"
          pageKey={String(uId)}
          records={eventsOf(of)}
          idAccessor="surveyEventId"
          empty="Nothing is open."
          columns={[
            {
              accessor: 'surveyName',
              title: 'Assessment',
              card: 'head',
              render: ({ surveyName, flagged }) => (
                <span className={classes.two}>
                  {surveyName}
                  {flagged && (
                    <span>
                      <WordBadge colour="red">{flaggedWords(flagged.length)}</WordBadge>
                    </span>
                  )}
                </span>
              ),
            },
            { accessor: 'started', title: 'Received', noWrap: true, render: ({ started }) => asClinicTime(started) },
            {
              accessor: 'due',
              title: 'Due',
              noWrap: true,
              // What is answered is late no more.
              render: ({ due, flagged }) => (flagged ? asClinicTime(due) : dueWords(due, now)),
            },
            {
              accessor: 'option',
              title: 'Option',
              textAlign: 'right',
              card: 'foot',
              screenOnly: true,
              render: (event) => (
                <span className={classes.options}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`View, ${event.surveyName} of ${asClinicTime(event.started)}`}
                    onClick={() =>
                      onView({
                        surveyEventId: event.surveyEventId,
                        sId: event.sId,
                        uId,
                        name,
                        phone: of.phone,
                        hasResponse: event.flagged !== null,
                      })
                    }
                  >
                    View
                  </Button>
                  {event.flagged === null && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Remind, ${event.surveyName} of ${asClinicTime(event.started)}`}
                      onClick={() => setReminded(event)}
                    >
                      Remind
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      </Stack>
      {reminded &&
        reminders({
          uId,
          surveyEventId: reminded.surveyEventId,
          surveyName: reminded.surveyName,
          onClose: () => setReminded(null),
        })}
    </Dialog>
  );
}

const flaggedWords = (count: number): string => `${count} flagged answer${count === 1 ? '' : 's'}`;
