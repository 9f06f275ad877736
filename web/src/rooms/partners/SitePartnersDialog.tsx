import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type PartnerKind, partnerKinds } from '@portal/contract/partners/kinds.ts';
import { addPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { Disconnect, type Site } from './Disconnect.tsx';
import { kindWords, type Partner } from './kinds.ts';
import classes from './SitePartnersDialog.module.css';
import { useConnected, useConnections, usePartners } from './queries.ts';

const PartnerDialog = lazyDialog(() => import('./PartnerDialog.tsx'), 'PartnerDialog');

/** The partners of the company, of both kinds: which of them serve this site is pressed here (OPS-01). */
export function SitePartnersDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  return (
    <Dialog opened title={`Partners of ${site.displayName}`} size="lg" onClose={onClose}>
      <Stack gap="lg">
        <Text c="gray.7">A partner that is added here is connected to the site at once.</Text>
        {partnerKinds.map((kind) => (
          <OfKind key={kind} kind={kind} site={site} />
        ))}
        <DialogFooter>
          <DialogCancel>Close</DialogCancel>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

function OfKind({ kind, site }: { kind: PartnerKind; site: Site }) {
  const partners = usePartners(kind);
  const connected = useConnected(kind, site.gId);
  const { connect, isPending } = useConnections(kind);
  const mayManage = meets(addPharmacy.access, useViewer());
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Partner | null>(null);
  const failed = partners.isLoadingError ? partners : connected.isLoadingError ? connected : null;
  const add = async (partnerId: number, name: string) => {
    if (isPending) return;
    const done = await connect(site.gId, partnerId).catch(() => null);
    if (done) toastSuccess(`${name} is connected to ${site.displayName}.`);
  };
  return (
    <section aria-label={`${kindWords[kind]}s`}>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{kindWords[kind]}s</Title>
        {mayManage && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add {kindWords[kind]}
          </Button>
        )}
      </Group>
      {failed ? (
        <Failed message={sentenceOf(failed.error)} onRetry={() => void failed.refetch()} />
      ) : !partners.data || !connected.data ? (
        <Loading label="Loading partners" />
      ) : partners.data.length === 0 ? (
        <Text c="gray.7">There is no {kind} partner yet.</Text>
      ) : (
        <ul className={classes.partners}>
          {partners.data.map((partner) => {
            const isConnected = connected.data.includes(partner.partnerId);
            const act = isConnected ? 'Disconnect' : 'Connect';
            return (
              <li key={partner.partnerId}>
                <span>
                  {partner.shownName}
                  <Text c="gray.7">{isConnected ? 'Connected' : 'Not connected'}</Text>
                </span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${act} ${partner.shownName}`}
                  onClick={() => (isConnected ? setLeaving(partner) : void add(partner.partnerId, partner.shownName))}
                >
                  {act}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {adding && (
        <PartnerDialog
          kind={kind}
          onClose={() => setAdding(false)}
          onAdded={({ partnerId, name }) => void add(partnerId, name)}
        />
      )}
      {leaving && <Disconnect kind={kind} partner={leaving} site={site} onClose={() => setLeaving(null)} />}
    </section>
  );
}
