import '#kit/later-styles.ts';
import { Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { messages, orderFormSigners, recipientsFor, type UploadType } from '@portal/contract/documents/rules.ts';
import { useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { type Draft, fieldsOf, hasLabels, type Place, type Recipient, withRecipients } from './draft.ts';
import { type Lost, LostLine } from './LostLine.tsx';
import type { usePeople } from './people.ts';
import { RecipientList } from './RecipientList.tsx';

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}
type People = ReturnType<typeof usePeople>;

/** For whom the document is: user types, the two signers of an order form, or care groups (UPW-07, AKF-06, ODF-04). */
export function RecipientStep(
  props: Props & { type: UploadType; place: Place; people: People; colours: readonly string[] },
) {
  const { type, place, draft, people, colours, onChange } = props;
  if (type === 'Acknowledgment Form') return <UserTypes draft={draft} onChange={onChange} />;
  if (type === 'Order Form') return <OrderFormSigners />;
  return (
    <Stack gap="lg" maw={880}>
      <Groups place={place} draft={draft} onChange={onChange} />
      <Checkbox
        label="Ask people to sign it"
        description="You place their fields on its pages in the next step."
        checked={draft.isSigned}
        onChange={(event) => onChange({ isSigned: event.currentTarget.checked })}
      />
      {draft.isSigned && <AskedPeople draft={draft} people={people} colours={colours} onChange={onChange} />}
    </Stack>
  );
}

/**
 * The recipients. That fields went with one who was removed, or labels with one who is no longer the first, is said, and can be undone
 * until the next change. Labels are kept, and are back when their person is the first again.
 */
function AskedPeople({ draft, people, colours, onChange }: Props & { people: People; colours: readonly string[] }) {
  const [lost, setLost] = useState<(Lost & { place: number; before: Partial<Draft> }) | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const change = (recipients: readonly Recipient[]) => {
    const { recipients: all, fields: placed } = draft;
    const lose = (place: number, words: string) =>
      setLost({ place, words, before: { recipients: all, fields: placed } });
    const isThere = ({ recId }: Recipient) => recipients.some((one) => one.recId === recId);
    const place = all.findIndex((one) => !isThere(one));
    const [first, gone] = [all[0], all[place]];
    const fields = gone && fieldsOf(draft, gone.signingOrder);
    if (fields)
      lose(place, `The fields of ${gone.name || `recipient ${gone.signingOrder}`} were removed, too: ${fields}.`);
    else if (first && isThere(first) && recipients[0]?.recId !== first.recId && hasLabels(draft, 1))
      lose(
        0,
        `The labels of ${first.name || 'recipient 1'}’s fields are left out: only the first recipient’s fields can have labels.`,
      );
    else setLost(null);
    onChange(withRecipients(draft, recipients, colours));
  };
  const undo = ({ place, before }: NonNullable<typeof lost>) => {
    setLost(null);
    onChange(before);
    requestAnimationFrame(() => list.current?.querySelectorAll('li')[place]?.querySelector('input')?.focus());
  };
  return (
    <Stack gap="sm" ref={list}>
      <RecipientList recipients={draft.recipients} people={people} colours={colours} onChange={change} />
      <LostLine lost={lost} onUndo={() => lost && undo(lost)} />
    </Stack>
  );
}

/** A form holds people until they sign it: whoever has only some groups has it signed by the people of these. */
function UserTypes({ draft, onChange }: Props) {
  const viewer = useViewer();
  const types = recipientsFor(viewer);
  const own = 'Each of them signs a copy of their own.';
  return (
    <Checkbox.Group
      label={messages.userTypes}
      description={
        viewer.seesWholeCompany ? own : `${own} An administrator of the whole company can add forms for other users.`
      }
      value={[...draft.userTypes]}
      onChange={(chosen) => onChange({ userTypes: types.filter((one) => chosen.includes(one)) })}
    >
      <Stack gap="sm" mt="sm">
        {types.map((one) => (
          <Checkbox key={one} value={one} label={one} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function OrderFormSigners() {
  return (
    <Stack gap="sm">
      <Text>An order form is always signed by these two, one after the other:</Text>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Recipients">
        {orderFormSigners.map((name, at) => (
          <Group component="li" key={name} gap="sm">
            <Text span c="gray.7">{`Signer ${at + 1}`}</Text>
            <Text span fw={500}>
              {name}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text c="gray.7">SiteUser is the person who requests the shipment. Prescriber is the person they choose.</Text>
    </Stack>
  );
}

function Groups({ place, draft, onChange }: Props & { place: Place }) {
  const groups = place?.groups ?? [];
  const hasBelow = groups.some(({ parentId }) => parentId !== null && draft.gIds.includes(parentId));
  return (
    <Stack gap="sm">
      <MultiSelect
        label="Care groups"
        description="Everyone in one of these care groups can read the document."
        required
        data={groups.map(({ gId, displayName }) => ({ value: String(gId), label: displayName }))}
        value={draft.gIds.map(String)}
        onChange={(chosen) => onChange({ gIds: chosen.map(Number) })}
        searchable
        hidePickedOptions
        nothingFoundMessage="No care group matches."
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {hasBelow && (
        <Checkbox
          label="Also in every group below"
          description="Sites that are added later get it as well."
          checked={draft.cascade}
          onChange={(event) => onChange({ cascade: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
