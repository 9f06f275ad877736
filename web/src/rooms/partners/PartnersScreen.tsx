import '#kit/later-styles.ts';
import { Button, Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { addPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { connectionFilters, isPartnerFound } from './found.ts';
import { kindWords, type Partner } from './kinds.ts';
import { PartnerTable, type RowAct } from './PartnerTable.tsx';
import { useConnected, usePartners, useSites } from './queries.ts';
import { SiteConnections } from './SiteConnections.tsx';

// Loaded when they are opened: the fields of addresses and phones are heavy.
const PartnerDialog = lazyDialog(() => import('./PartnerDialog.tsx'), 'PartnerDialog');
const PartnerInfo = lazyDialog(() => import('./PartnerInfo.tsx'), 'PartnerInfo');
const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'), 'InviteDialog');

type Open = { act: 'add' } | { act: RowAct; partner: Partner };

/** The partners of a company and the sites they serve (PPW-01 to PPW-10, OPS-01). */
export function PartnersScreen(props: {
  kind: PartnerKind;
  onKind: (kind: PartnerKind) => void;
  siteId: number | null;
  onSite: (gId: number) => void;
}) {
  const { kind, onKind, siteId, onSite } = props;
  const partners = usePartners(kind);
  // PSU-03: who has some sites of the company connects partners there, and changes none.
  const mayManage = meets(addPharmacy.access, useViewer());
  const site = useSites().data?.find(({ gId }) => gId === siteId) ?? null;
  const { data: connected } = useConnected(kind, site?.gId ?? null);
  const list = useNarrowedList(partners.data ?? [], isPartnerFound, connectionFilters(site, connected));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = () => setOpen({ act: 'add' });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <SegmentedControl
          aria-label="Partner type"
          data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(value) => onKind(value as PartnerKind)}
          transitionDuration={0}
        />
        {mayManage && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Add New Partner
          </Button>
        )}
      </Group>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {kindWords[kind]}s
        </Title>
        <ListToolbar list={list} things="partners" placeholder="Name, city, country, phone or email" />
        {partners.isLoadingError && !isEmptyList(partners.error) ? (
          <Failed message={sentenceOf(partners.error)} onRetry={() => void partners.refetch()} />
        ) : (
          <PartnerTable
            kind={kind}
            list={list}
            loading={partners.isLoading}
            onAct={(act, partner) => setOpen({ act, partner })}
            onAdd={mayManage ? add : undefined}
          />
        )}
      </Stack>
      <SiteConnections kind={kind} partners={partners.data ?? []} siteId={siteId} onSite={onSite} />
      {open?.act === 'add' && <PartnerDialog kind={kind} onClose={close} />}
      {open?.act === 'edit' && <PartnerDialog kind={kind} partner={open.partner} onClose={close} />}
      {open?.act === 'info' && <PartnerInfo kind={kind} partner={open.partner} onClose={close} />}
      {open?.act === 'invite' && <InviteDialog kind={kind} partner={open.partner} onClose={close} />}
    </Stack>
  );
}
