import { Autocomplete, Button, Checkbox, CloseButton, Group, Radio, Stack, Text } from '@mantine/core';
import { mayStillFit } from '@portal/contract/participants/rules.ts';
import { longest, mostSubjects } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { AddressFields } from '#shared/AddressFields.tsx';
import { emptyAddress } from '#shared/address-form.ts';
import { isFound } from '#shared/list-search.ts';
import { AddressLines } from '../view/Facts.tsx';
import { AddressNews, SiteAddressNews } from './AddressNews.tsx';
import { useFocusAfter } from './focus-after.ts';
import { FormSection, type SectionProps } from './FormSection.tsx';
import {
  activeFor,
  addressOf,
  hasGoodAddress,
  homeOf,
  isStranger,
  isWaived,
  participantOf,
  problemsOfSubjects,
} from './request-draft.ts';
import { fullName } from '../sentences.ts';

interface Refused {
  /** What the server said of numbers that were sent to it. */
  refused: ReadonlyMap<string, string>;
}

/** Who gets the shipment, and where (SHC-07, SHC-17 to SHC-20). */
export function RecipientFields({ draft, around, change, refused }: SectionProps & Refused) {
  const toParticipant = draft.shipTo === 'participant';
  const [atFirst] = useState({
    participants: around.participants,
    siteAddress: around.siteAddress,
    shipTo: draft.shipTo ?? 'site',
  });
  // The choice that was made has the focus: a press of the space bar on the other one would send it there.
  const focusFirst = (shipTo: 'site' | 'participant') =>
    (around.mode !== 'batch' && shipTo === atFirst.shipTo) || undefined;
  return (
    <FormSection legend="Recipient">
      <Radio.Group
        label="Ship to"
        required
        value={draft.shipTo}
        onChange={(value) => change({ shipTo: value as 'site' | 'participant', otherAddress: null })}
      >
        <Group mt={4} gap="lg">
          <Radio value="site" label="Trial site" data-autofocus={focusFirst('site')} />
          <Radio value="participant" label="Participant" data-autofocus={focusFirst('participant')} />
        </Group>
      </Radio.Group>
      {!toParticipant && (
        <Checkbox
          label="No Participant Data Needed"
          checked={draft.noParticipants}
          onChange={(event) => change({ noParticipants: event.currentTarget.checked })}
        />
      )}
      {!isWaived(draft) && <SubjectNumbers draft={draft} around={around} change={change} refused={refused} />}
      {draft.shipTo !== null && <ShippingAddress draft={draft} around={around} change={change} atFirst={atFirst} />}
    </FormSection>
  );
}

function SubjectNumbers({ draft, around, change, refused }: SectionProps & Refused) {
  const numbers = draft.subjectNumbers;
  const problems = problemsOfSubjects(draft, around).map(
    (problem, i) => problem ?? refused.get(numbers[i]?.trim() ?? ''),
  );
  const known = around.participants
    .filter((one) => one.isActive)
    .map((one) => one.subjectNumber)
    .toSorted(byNumber);
  // That a number is not whole yet is said once it has been left.
  const [typing, setTyping] = useState<number | null>(null);
  const set = (at: number, value: string) => {
    setTyping(at);
    change({ subjectNumbers: numbers.map((number, i) => (i === at ? value : number)), otherAddress: null });
  };
  const { root, focusAfter } = useFocusAfter();
  const add = () => {
    change({ subjectNumbers: [...numbers, ''] });
    focusAfter(`[data-subject="${numbers.length}"] input`);
  };
  const remove = (at: number) => {
    change({ subjectNumbers: numbers.filter((_, i) => i !== at), otherAddress: null });
    focusAfter(`[data-subject="${Math.max(0, Math.min(at, numbers.length - 2))}"] input`);
  };
  return (
    <Stack gap="sm" ref={root}>
      {numbers.map((number, i) => {
        const label = numbers.length > 1 ? `Subject number ${i + 1}` : 'Subject number';
        return (
          <Group key={i} align="flex-start" gap="xs" wrap="nowrap" data-subject={i}>
            <Autocomplete
              flex={1}
              label={label}
              required
              placeholder={around.site.subjectNumberMask ?? 'XXX'}
              description={(!refused.has(number.trim()) && saidOf(number, draft, around)) || undefined}
              descriptionProps={{ c: !problems[i] && isStranger(number, around) ? 'var(--portal-amber)' : undefined }}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={number}
              onChange={(value) => set(i, value)}
              onBlur={() => setTyping(null)}
              error={typing === i && mayBecomeRight(number.trim(), around) ? undefined : problems[i]}
              data={known.filter((one) => one === number || !numbers.includes(one))}
              filter={({ options, search, limit }) =>
                options.filter((one) => isSearched(one as { value: string }, search, around)).slice(0, limit)
              }
              renderOption={({ option }) => <Option number={option.value} draft={draft} around={around} />}
              limit={8}
              // A list that scrolls by itself can be reached by keyboard, through its field.
              withScrollArea={false}
              styles={{ dropdown: { maxHeight: 264, overflowY: 'auto' } }}
              comboboxProps={{ transitionProps: { duration: 0 } }}
            />
            {numbers.length > 1 && (
              <CloseButton mt={26} aria-label={`Remove ${label.toLowerCase()}`} onClick={() => remove(i)} />
            )}
          </Group>
        );
      })}
      {draft.shipTo !== 'participant' && numbers.length < mostSubjects && (
        <Group>
          <Button variant="default" size="xs" onClick={add}>
            Add subject number
          </Button>
        </Group>
      )}
      {draft.shipTo !== 'participant' && numbers.length >= mostSubjects && (
        <Text size="sm" c="gray.7">
          A request can have at most {mostSubjects} subject numbers.
        </Text>
      )}
    </Stack>
  );
}

const mayBecomeRight = (begun: string, { site }: SectionProps['around']): boolean =>
  begun.length <= longest.subjectNumber && mayStillFit(begun, site.subjectNumberMask);

/** As the options begin. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** By the number or by the name of who has it. */
const isSearched = ({ value }: { value: string }, search: string, around: SectionProps['around']): boolean =>
  isFound(search, [value, nameOf(value, around)]);

/** A number with the name of who has it, and what is on its way already. */
function Option({ number, draft, around }: { number: string } & Pick<SectionProps, 'draft' | 'around'>) {
  const active = activeFor(number, draft, around);
  return (
    <div>
      {number} {nameOf(number, around)}
      {active && (
        <Text size="xs" c="var(--portal-amber)" fw={500}>
          {active}
        </Text>
      )}
    </div>
  );
}

const saidOf = (number: string, draft: SectionProps['draft'], around: SectionProps['around']): string =>
  [nameOf(number, around), activeFor(number, draft, around)].filter(Boolean).join('. ');

/** SHC-19: a known number names its participant, any other is new. */
function nameOf(number: string, around: SectionProps['around']): string {
  if (!number.trim()) return '';
  const known = participantOf(number, around);
  return known ? fullName(known) : 'New Participant';
}

/** The site's address as it is; a participant's can be another for this shipment, or given here when there is none. */
function ShippingAddress({
  draft,
  around,
  change,
  atFirst,
}: SectionProps & { atFirst: Pick<SectionProps['around'], 'participants' | 'siteAddress'> }) {
  const { root, focusAfter } = useFocusAfter();
  const address = addressOf(draft, around);
  const isMissing = !hasGoodAddress(draft, around);
  if (draft.shipTo === 'site') {
    return (
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          Address
        </Text>
        <SiteAddressNews before={atFirst.siteAddress} now={around.siteAddress} />
        <AddressLines address={address} />
        {isMissing && (
          <Text size="sm" c="red.9" role="alert">
            The trial site has no valid address. Please ask your administrator to complete it.
          </Text>
        )}
      </Stack>
    );
  }
  const editing = draft.otherAddress !== null || isMissing;
  const isOther = draft.otherAddress !== null && Boolean(homeOf(draft, around));
  return (
    <Stack gap="sm" ref={root}>
      <Text size="sm" fw={500}>
        {isOther ? 'Another address for this request' : 'Address of the participant'}
      </Text>
      <AddressNews draft={draft} around={around} atFirst={atFirst.participants} />
      {!editing && <AddressLines address={address} />}
      {editing && (
        <AddressFields value={address ?? emptyAddress} onChange={(otherAddress) => change({ otherAddress })} />
      )}
      {!editing && (
        <Group>
          <Button variant="default" size="xs" onClick={() => change({ otherAddress: address })} data-other-address>
            Ship to another address
          </Button>
        </Group>
      )}
      {isOther && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              change({ otherAddress: null });
              focusAfter('[data-other-address]');
            }}
          >
            Use the address on record
          </Button>
        </Group>
      )}
    </Stack>
  );
}
