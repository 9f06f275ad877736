import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { SiteSetUp, TrialSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { IconCircle, IconCircleCheck, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { GroupStatus } from '../GroupStatus.tsx';
import { type Step, stepsOf, type Target } from './set-up.ts';
import classes from './SetUpList.module.css';
import { useSetUp } from './set-up-queries.ts';
import { Unsupplied } from './Unsupplied.tsx';

/** A trial from nothing: what it needs, how far each part is, and the button that leads there (D17). */
export function SetUpList(props: {
  trial: CareGroup;
  groups: readonly CareGroup[];
  /** What is open over the list; null once it has closed. */
  open: Target | null;
  onOpen: (target: Target) => void;
}) {
  const { trial, groups, open, onOpen } = props;
  const setUp = useSetUp(trial.gId);
  const steps = setUp.data ? stepsOf(setUp.data, trial.orderFormTemplate !== null) : [];
  const list = useNextStepInReach(open !== null, steps, setUp.refresh);
  if (setUp.isError && !setUp.data)
    return <Failed message={sentenceOf(setUp.error)} onRetry={() => void setUp.refetch()} />;
  if (!setUp.data) return <Loading label="Loading what this trial needs" />;
  const asked = steps.filter(({ state }) => state !== 'none');
  const done = asked.filter(({ state }) => state === 'done').length;
  return (
    <Stack gap="md" component="section" aria-label={`Set up ${trial.displayName}`}>
      <Group justify="space-between" gap="xs">
        <Title order={3}>Set up</Title>
        <Text c="gray.7" role="status">
          {done} of {asked.length} steps done
        </Text>
      </Group>
      <ol className={classes.steps} ref={list}>
        {steps.map((step) => (
          <StepLine key={step.title} step={step} isNext={step === nextOf(steps)} onOpen={onOpen} />
        ))}
      </ol>
      {setUp.data.sites.length > 0 && <Sites {...{ trial, groups, onOpen }} sites={setUp.data.sites} />}
    </Stack>
  );
}

const nextOf = (steps: readonly Step[]) => steps.find(({ state }) => state === 'open');
const keyOf = (steps: readonly Step[]) => JSON.stringify(nextOf(steps)?.buttons[0]?.target ?? null);

/**
 * When a dialog has closed, what was done in it is read; if another step is next then, its button takes the focus, and comes
 * into sight with it. Otherwise the focus goes back to the button that was pressed, as after any dialog.
 */
function useNextStepInReach(isOpen: boolean, steps: readonly Step[], refresh: () => Promise<void>) {
  const list = useRef<HTMLOListElement>(null);
  const [closed, setClosed] = useState<object | null>(null);
  const latest = useRef({ key: '', refresh });
  useEffect(() => {
    latest.current = { key: keyOf(steps), refresh };
  });
  const before = useRef('');
  useEffect(() => {
    if (!isOpen) return;
    before.current = latest.current.key;
    return () => void latest.current.refresh().then(() => setClosed({}));
  }, [isOpen]);
  useEffect(() => {
    if (!closed || latest.current.key === before.current) return;
    const { activeElement, body } = document;
    if (activeElement === body || list.current?.closest('section')?.contains(activeElement))
      list.current?.querySelector<HTMLElement>('[aria-current="step"] button')?.focus();
  }, [closed]);
  return list;
}

const marks = {
  done: { Icon: IconCircleCheck, colour: 'green.9', word: 'Done' },
  open: { Icon: IconCircle, colour: 'var(--portal-amber)', word: 'To do' },
  later: { Icon: IconCircleDashed, colour: 'gray.6', word: 'Later' },
  none: { Icon: IconCircleMinus, colour: 'gray.6', word: 'Not needed' },
} as const;

function StepLine({ step, isNext, onOpen }: { step: Step; isNext: boolean; onOpen: (target: Target) => void }) {
  const { Icon, colour, word } = marks[step.state];
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <Text span c={colour} lh={0} role="img" aria-label={word}>
        <Icon size={20} aria-hidden />
      </Text>
      <div className={classes.says}>
        <Text fw={500} component="h4" m={0}>
          {step.title}
        </Text>
        <Text c={step.state === 'open' ? 'var(--portal-amber)' : 'gray.7'}>{step.says}</Text>
      </div>
      <div className={classes.buttons}>
        {step.buttons.map(({ label, name, target }, i) => (
          <Button
            key={i}
            size="xs"
            variant={isNext && i === 0 ? 'filled' : 'default'}
            aria-label={name}
            onClick={() => onOpen(target)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Each site with its status, what it lacks, and what can be done there. */
function Sites(props: {
  trial: CareGroup;
  groups: readonly CareGroup[];
  sites: TrialSetUp['sites'];
  onOpen: (target: Target) => void;
}) {
  const { trial, groups, sites, onOpen } = props;
  const columns: Column<SiteSetUp>[] = [
    { accessor: 'displayName', title: 'Site', sortable: true, card: 'head' },
    {
      accessor: 'siteConfigured',
      title: 'Status',
      render: (site) => {
        const group = groups.find(({ gId }) => gId === site.gId);
        return (
          <Group gap="xs">
            {group && <GroupStatus group={group} />}
            <Unsupplied missing={site.missing} />
          </Group>
        );
      },
    },
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      card: 'foot',
      render: ({ gId, displayName }) => (
        <div className={classes.buttons}>
          {acts.map(([open, label]) => (
            <Button
              key={open}
              size="compact-xs"
              variant="default"
              aria-label={`${label} of ${displayName}`}
              onClick={() => onOpen({ open, gId })}
            >
              {label}
            </Button>
          ))}
        </div>
      ),
    },
  ];
  return (
    <AppTable
      label={`Sites of ${trial.displayName}`}
      storeKey="set-up-sites"
      pageKey={String(trial.gId)}
      records={sites}
      columns={columns}
      idAccessor="gId"
      empty="No site yet."
    />
  );
}
const acts = [
  ['site configuration', 'Configuration'],
  ['partners', 'Partners'],
  ['supply', 'Supply'],
] as const;
