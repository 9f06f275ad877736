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
  if (info.isLoadingError) return <Failed message={sentenceOf(info.error)} onRetry={() => void info.refetch()} />;
  return info.data && !info.isFetching ? <TrialForm info={info.data} {...props} /> : <Loading />;
}

function Site(props: FormProps) {
  const info = useSiteInfo(props.group.gId);
  if (info.isLoadingError) return <Failed message={sentenceOf(info.error)} onRetry={() => void info.refetch()} />;
  return info.data && !info.isFetching ? <SiteForm reply={info.data} {...props} /> : <Loading />;
}
