import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { useSiteInfo, useTrialInfo } from '../queries.ts';
import { SiteForm } from './SiteForm.tsx';
import { TrialForm } from './TrialForm.tsx';
import type { FormProps } from './use-configuring.ts';

/** "Group Configurations" of a trial or of a trial site (TRC-01, STC-01). */
export function Configuration({ group, onClose }: { group: CareGroup; onClose: () => void }) {
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = { group, onClose, onDirty: setDirty, onBusy: setBusy };
  return (
    <Dialog opened title="Group Configurations" size="lg" onClose={onClose} dirty={dirty} mayClose={!busy}>
      <Text fw={500} mb="md">
        {group.displayName}
      </Text>
      {group.type === 'trialSite' ? <Site {...form} /> : <Trial {...form} />}
    </Dialog>
  );
}

function Trial(props: FormProps) {
  const info = useTrialInfo(props.group.gId);
  const first = useFirst(info);
  if (first) return <TrialForm info={first} {...props} />;
  return info.isLoadingError ? (
    <Failed message={sentenceOf(info.error)} onRetry={() => void info.refetch()} />
  ) : (
    <Loading />
  );
}

function Site(props: FormProps) {
  const info = useSiteInfo(props.group.gId);
  const first = useFirst(info);
  if (first) return <SiteForm reply={first} {...props} />;
  return info.isLoadingError ? (
    <Failed message={sentenceOf(info.error)} onRetry={() => void info.refetch()} />
  ) : (
    <Loading />
  );
}

/** What the form began with: it stays, with what is typed, while that is read anew behind it. */
function useFirst<T>({ data, isFetching }: { data: T | undefined; isFetching: boolean }): T | undefined {
  const [first, setFirst] = useState<T>();
  if (first === undefined && data !== undefined && !isFetching) setFirst(data);
  return first;
}
