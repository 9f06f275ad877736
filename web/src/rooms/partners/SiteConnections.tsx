import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Held } from '#kit/Held.tsx';
import { Section } from '#kit/Section.tsx';
import { SitePicker } from '#shared/SitePicker.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { countryColumn } from './country-column.ts';
import { Disconnect, type Site } from './Disconnect.tsx';
import { kindWords, type Partner } from './kinds.ts';
import { useConnected, useConnections, useSites } from './queries.ts';

/** Which partners serve a trial site (OPS-01): they are connected to it, and disconnected. */
export function SiteConnections(props: {
  kind: PartnerKind;
  partners: readonly Partner[];
  siteId: number | null;
  onSite: (gId: number) => void;
}) {
  const { kind, partners, siteId, onSite } = props;
  const sites = useSites();
  const site = sites.data?.find(({ gId }) => gId === siteId) ?? null;
  return (
    <Section title="Partners of a trial site" hint="Only partners that are connected to a site can supply it.">
      <Stack gap="md" p="md">
        {sites.isLoadingError && !isEmptyList(sites.error) ? (
          <Failed message={sentenceOf(sites.error)} onRetry={() => void sites.refetch()} />
        ) : isEmptyList(sites.error) || sites.data?.length === 0 ? (
          <Empty message="There are no trial sites yet." />
        ) : (
          <Group>
            <SitePicker
              sites={sites.data ?? []}
              value={site?.gId ?? null}
              onChange={onSite}
              loading={sites.isLoading}
            />
          </Group>
        )}
        {site && <OfSite key={`${kind}:${site.gId}`} kind={kind} partners={partners} site={site} />}
      </Stack>
    </Section>
  );
}

function OfSite(props: { kind: PartnerKind; partners: readonly Partner[]; site: Site }) {
  const { kind, partners, site } = props;
  const connected = useConnected(kind, site.gId);
  const { connect, isPending } = useConnections(kind);
  const [picked, setPicked] = useState('');
  const [leaving, setLeaving] = useState<Partner | null>(null);
  const ids = connected.data ?? [];
  const others = partners.filter(({ partnerId }) => !ids.includes(partnerId));
  const choice = others.find(({ partnerId }) => String(partnerId) === picked);
  const add = async () => {
    if (!choice) return;
    const done = await connect(site.gId, choice.partnerId).catch(() => null);
    if (!done) return;
    toastSuccess(`${choice.shownName} is connected to ${site.displayName}.`);
    setPicked('');
  };
  const columns: Column<Partner>[] = [
    { accessor: 'shownName', title: 'Name', sortable: true, card: 'head' },
    countryColumn,
    {
      accessor: 'action',
      title: 'Action',
      textAlign: 'right',
      card: 'side',
      width: 140,
      render: (one) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Disconnect ${one.shownName}`}
          onClick={() => setLeaving(one)}
        >
          Disconnect
        </Button>
      ),
    },
  ];
  if (connected.isLoadingError)
    return <Failed message={sentenceOf(connected.error)} onRetry={() => void connected.refetch()} />;
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <Held isSending={isPending}>
          <NativeSelect
            label={`${kindWords[kind]} to connect`}
            miw={240}
            disabled={others.length === 0}
            data={[
              { value: '', label: others.length === 0 ? 'All are connected' : 'Choose partner' },
              ...others.map(({ partnerId, shownName }) => ({ value: String(partnerId), label: shownName })),
            ]}
            value={choice ? picked : ''}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
          <SubmitButton variant="default" ready={choice !== undefined} busy={isPending} onPress={() => void add()}>
            Connect
          </SubmitButton>
        </Held>
      </Group>
      <AppTable
        label={`Partners of ${site.displayName}`}
        storeKey={`site-partners:${kind}`}
        pageKey={String(site.gId)}
        records={partners.filter(({ partnerId }) => ids.includes(partnerId))}
        columns={columns}
        idAccessor="partnerId"
        loading={connected.isLoading}
        empty={`No ${kind} partner is connected to ${site.displayName} yet.`}
      />
      {leaving && <Disconnect kind={kind} partner={leaving} site={site} onClose={() => setLeaving(null)} />}
    </Stack>
  );
}
