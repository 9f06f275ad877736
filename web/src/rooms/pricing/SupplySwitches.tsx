import { Stack, Switch, Text } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useEffect, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { isUnanswered, whetherDone } from '#api/unanswered.ts';
import type { Partner, Place } from './calls.ts';
import { useSwitchSupply } from './queries.ts';
import { kindWord } from './words.ts';

/** PSU-09, CON-04. */
const shownFor = 3_000;

/** Which partners supply the product at the pick (PSU-02). */
export function SupplySwitches(props: {
  kind: PartnerKind;
  partners: readonly Partner[];
  at: Place;
  /** Told as well whether it is not known what came of it. */
  onRefusal: (message: string, isUnknown: boolean) => void;
  onTry: () => void;
}) {
  const { kind, partners, at, onRefusal, onTry } = props;
  const switchSupply = useSwitchSupply(kind);
  const [busy, setBusy] = useState<number | null>(null);
  const [message, setMessage] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), shownFor);
    return () => clearTimeout(timer);
  }, [message]);

  const press = async (partner: Partner) => {
    if (busy !== null) return;
    onTry();
    setBusy(partner.partnerId);
    try {
      const { message: text } = await switchSupply(at, partner.partnerId, !partner.isSupplier);
      setMessage({ text });
    } catch (failure) {
      setMessage(null);
      if (!(failure instanceof CallFailure) || failure.status !== 401)
        onRefusal(refusalOf(failure, partner), isUnanswered(failure));
    } finally {
      setBusy(null);
    }
  };

  return (
    <Stack gap="sm">
      <Text size="sm" c="gray.7">
        {kindWord[kind]} partners that supply this product here:
      </Text>
      {partners.map((partner) => (
        <Switch
          key={partner.partnerId}
          label={partner.name}
          checked={partner.isSupplier}
          // Not disabled while one is on its way: that would take the focus away.
          aria-busy={busy === partner.partnerId}
          onChange={() => void press(partner)}
        />
      ))}
      <output style={{ minHeight: '1.5em' }}>{message?.text}</output>
    </Stack>
  );
}

/** A second press would undo what the first one may have done. */
function refusalOf(failure: unknown, { name }: Partner): string {
  const unknown = whetherDone(failure);
  if (!unknown) return sentenceOf(failure);
  return `${sentenceOf(failure).replace(/\.$/, '')}. ${unknown} Please check the switch of ${name} before you press it again.`;
}
