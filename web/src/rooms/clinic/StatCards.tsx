import { Anchor, Button, Skeleton } from '@mantine/core';
import { hasRootAccess } from '@portal/contract/patients/rules.ts';
import { type ReactNode, useId } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { useDemoMode } from '#shared/demo-mode.ts';
import { changeInPercent } from './change.ts';
import classes from './clinic.module.css';
import { useNumbers } from './queries.ts';

/** CDB-08, CCN-05: sample numbers, which nobody has counted. */
const samples = {
  flagged: { numFlagged: 5, prevMonthFlagged: 4 },
  patients: { numPatients: 85, prevMonthPatients: 78 },
  assessments: { programsCompleted: 122, totalPrograms: 170 },
  followUps: { numFollowUps: 12 },
  refills: 22,
} as const;

interface Read {
  isLoading: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** The four numbers over the dashboard (CDB-01 to CDB-09, OPC-16, OPC-17). `openFlags` leads from their number to the flagged answers. */
export function StatCards({ openFlags }: { openFlags?: ReactNode }) {
  const { companyId, modules } = useViewer();
  const isDemo = useDemoMode();
  const reads = useNumbers(companyId, isDemo);
  const flagged = isDemo ? samples.flagged : reads.flagged.data;
  const patients = isDemo ? samples.patients : reads.patients.data;
  const assessments = isDemo ? samples.assessments : reads.assessments.data;
  const followUps = isDemo ? samples.followUps : reads.followUps.data;
  return (
    <div className={classes.cards}>
      <Card name="Flagged Events" isSample={isDemo} of={reads.flagged} value={flagged?.numFlagged}>
        {flagged && <Change now={flagged.numFlagged} before={flagged.prevMonthFlagged} />}
        {openFlags}
      </Card>
      <Card name="Active Patients" isSample={isDemo} of={reads.patients} value={patients?.numPatients}>
        {patients && <Change now={patients.numPatients} before={patients.prevMonthPatients} />}
      </Card>
      <Card
        name="Completed Assessments"
        isSample={isDemo}
        of={reads.assessments}
        value={assessments?.programsCompleted}
      >
        {assessments && <Completed {...assessments} />}
      </Card>
      {modules.includes('FollowUp') || !isDemo ? (
        <Card name="Upcoming Follow-Ups" isSample={isDemo} of={reads.followUps} value={followUps?.numFollowUps} />
      ) : (
        <Card name="Refill Requests" value={samples.refills} isSample />
      )}
    </div>
  );
}

function Card(props: { name: string; value: number | undefined; isSample: boolean; of?: Read; children?: ReactNode }) {
  const { name, value, isSample, of, children } = props;
  const heading = useId();
  const seesAll = hasRootAccess(useViewer());
  return (
    <section className={classes.card} aria-labelledby={heading} aria-busy={of?.isLoading}>
      <h2 id={heading} className={classes.name}>
        {name}
      </h2>
      {isSample && <span className={classes.under}>Sample, not a real count</span>}
      {/* CAA-07 to CAA-10: whoever sees some groups alone would look for these in what is listed below. */}
      {!isSample && !seesAll && <span className={classes.under}>In the whole company</span>}
      {of?.isLoading && <Skeleton h={40} w={80} role="img" aria-label="Loading" />}
      {value !== undefined && <span className={classes.number}>{value.toLocaleString('en')}</span>}
      {of?.isError && (
        <div role="alert" className={classes.failure}>
          {sentenceOf(of.error)}
          <Button variant="default" size="compact-sm" onClick={() => void of.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {children}
    </section>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const percent = changeInPercent(now, before);
  return (
    <span className={classes.under}>
      <span aria-hidden>{percent > 0 ? '▲ ' : percent < 0 ? '▼ ' : ''}</span>
      {percent}% from last month ({before.toLocaleString('en')})
    </span>
  );
}

function Completed({ programsCompleted, totalPrograms }: { programsCompleted: number; totalPrograms: number }) {
  return (
    <>
      <span className={classes.under}>of {totalPrograms.toLocaleString('en')} this month</span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label="Completed assessments"
        aria-valuemin={0}
        aria-valuemax={totalPrograms}
        aria-valuenow={programsCompleted}
      >
        <div style={{ width: `${totalPrograms === 0 ? 0 : (programsCompleted / totalPrograms) * 100}%` }} />
      </div>
    </>
  );
}

/** How many flagged answers wait, for the card that counts them. */
export function OpenFlags({ open, overdue, onShow }: { open: number; overdue: number; onShow: () => void }) {
  if (open === 0) return null;
  return (
    <Anchor
      component="button"
      type="button"
      className={classes.under}
      c={overdue > 0 ? 'red.9' : undefined}
      ta="left"
      onClick={onShow}
    >
      {open.toLocaleString('en')} open
      {overdue > 0 && `, ${overdue.toLocaleString('en')} overdue`}
    </Anchor>
  );
}
