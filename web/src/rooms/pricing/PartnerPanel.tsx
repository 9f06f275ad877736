import '#kit/later-styles.ts';
import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { supplyProblem } from '@portal/contract/products/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';
import { maySetPrices } from './access.ts';
import { PartnerPrices } from './PartnerPrices.tsx';
import type { Partner } from './calls.ts';
import { usePartners } from './queries.ts';
import { sponsorOf } from './sponsor.ts';
import { SupplySwitches } from './SupplySwitches.tsx';
import { isToInvalidate, kindWord, noPartners } from './words.ts';

/** What a panel shows: the prices, or who supplies (OPS-99). */
export type Side = 'pricing' | 'supply';

interface Props {
  kind: PartnerKind;
  group: CareGroup;
  product: Product;
  side: Side;
  onSide: (side: Side) => void;
  /** The partner whose prices are shown; the first one, unless told otherwise. */
  partnerId: number | null;
  onPartner: (partnerId: number) => void;
}

/** What the pharmacies, or the wholesalers, of the pick have to do with a product (PRC-02). */
export function PartnerPanel(props: Props) {
  const why = supplyProblem(props.kind, props.product);
  return (
    <Section title={kindWord[props.kind]}>
      {why ? <Empty message={why} /> : <Partners key={`${props.group.gId}:${props.product.productId}`} {...props} />}
    </Section>
  );
}

function Partners(props: Props) {
  const { kind, group, product, side, onSide, partnerId, onPartner } = props;
  const partners = usePartners(kind, { gId: group.gId, productId: product.productId });
  const [refusal, setRefusal] = useState<string | null>(null);
  const mayPrice = maySetPrices(useViewer(), group);
  const word = kindWord[kind];
  if (partners.isPending) return <Loading label={`Loading ${word.toLowerCase()} partners`} />;
  if (partners.isLoadingError)
    return <Failed message={sentenceOf(partners.error)} onRetry={() => void partners.refetch()} />;
  const [first] = partners.data;
  if (!first) return <Empty message={noPartners[kind]} />;
  const partner = partners.data.find((one) => one.partnerId === partnerId) ?? first;
  /** What cannot be done before a price is invalidated stands on the panel, and so does what nobody knows yet; anything else goes by. */
  const tell = (message: string, isUnknown: boolean) =>
    isUnknown || isToInvalidate(message) ? setRefusal(message) : toastFailure(message);
  const go = (next: string) => {
    setRefusal(null);
    onSide(next as Side);
  };

  return (
    <Stack gap="md" p="md">
      <Group justify="space-between" gap="md" align="flex-end">
        <SegmentedControl
          aria-label={`${word}: what is shown`}
          data={[
            { value: 'pricing', label: 'Pricing' },
            { value: 'supply', label: 'Partner Supply' },
          ]}
          value={side}
          onChange={go}
        />
        {side === 'pricing' && (
          <PartnerChoice
            word={word}
            partners={partners.data}
            value={partner.partnerId}
            onChange={(next) => {
              setRefusal(null);
              onPartner(next);
            }}
          />
        )}
      </Group>
      {refusal && (
        <Text c="red.9" fw={500} role="alert">
          {refusal}
        </Text>
      )}
      {side === 'pricing' ? (
        <PartnerPrices
          key={partner.partnerId}
          kind={kind}
          partner={partner}
          product={product}
          sponsor={sponsorOf(group)}
          mayChange={mayPrice}
          onRefusal={tell}
          onTry={() => setRefusal(null)}
        />
      ) : (
        <SupplySwitches
          kind={kind}
          partners={partners.data}
          at={{ gId: group.gId, productId: product.productId }}
          onRefusal={tell}
          onTry={() => setRefusal(null)}
        />
      )}
    </Stack>
  );
}

/** A list of one would only ask what is known. */
function PartnerChoice(props: {
  word: string;
  partners: readonly Partner[];
  value: number;
  onChange: (partnerId: number) => void;
}) {
  const { word, partners, value, onChange } = props;
  if (partners.length === 1) return <Text fw={500}>{partners[0]?.name}</Text>;
  return (
    <NativeSelect
      label={`${word} partner`}
      data={partners.map((one) => ({ value: String(one.partnerId), label: one.name }))}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      miw={220}
    />
  );
}
