import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { longest, most, sentences } from '@portal/contract/conversations/rules.ts';
import { mostGroupsAsked } from '@portal/contract/patients/rules.ts';
import * as socket from '@portal/contract/conversations/socket.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallFailure, sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { Notice } from '#kit/Notice.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { isOfLostAnswer, refusedAs } from '#shared/way-on.ts';
import { ask, useCreate, usePreview, useUnreachable } from '../queries.ts';
import { unreachableWords } from '../untold.ts';
import { missingFor } from './missing.ts';
import { type ChosenPatient, PatientLookup } from './PatientLookup.tsx';
import { type Person, ProviderLookup } from './ProviderLookup.tsx';

interface Created {
  convId: number;
  rollupId: number | null;
}

/** CHT-11 to CHT-15: a topic, patients and providers. Several patients make a broadcast, which is said before it begins (OPC-75). */
export function NewConversation(props: {
  /** The one whose page led here (OPC-82). */
  patient?: ChosenPatient;
  onClose: () => void;
  onCreated: (created: Created) => void;
}) {
  const { cpId: cp_id, fName, lName, gIds, seesWholeCompany } = useViewer();
  const [topic, setTopic] = useState('');
  const [patients, setPatients] = useState<readonly ChosenPatient[]>(props.patient ? [props.patient] : []);
  const [providers, setProviders] = useState<readonly Person[]>([]);
  const [said, setSaid] = useState<string | null>(null);
  const create = useCreate();
  // The same in each try: other content would be another conversation.
  const [timeCreated] = useState(() => new Date());
  const unreachable = useUnreachable(patients);
  const self = { cpId: cp_id, name: `${fName} ${lName}`.trim() };
  const add = (more: readonly ChosenPatient[]) =>
    setPatients((before) => [...new Map([...before, ...more].map((one) => [one.uId, one])).values()]);
  const missing = missingFor({ topic, patients: patients.length, providers: providers.length });
  const start = () =>
    create.mutate(
      {
        body: {
          cp_id,
          timeCreated,
          topic: topic.trim(),
          uIds: patients.map(({ uId }) => uId),
          cpIds: [cp_id, ...providers.map(({ cpId }) => cpId)],
        },
      },
      {
        onSuccess: (created) => {
          ask(socket.newConversation, created.convId).catch(() => undefined);
          props.onCreated(created);
        },
      },
    );
  const isBroadcast = patients.length > 1;
  return (
    <Dialog
      opened
      title="Create a New Conversation"
      dirty={topic !== '' || providers.length > 0 || patients.length > (props.patient ? 1 : 0)}
      mayClose={!create.isPending}
      onClose={props.onClose}
    >
      <Stack>
        <LimitedTextInput
          label="Topic"
          required
          most={longest.topic}
          data-autofocus
          value={topic}
          onChange={(event) => setTopic(event.currentTarget.value)}
        />
        <PatientLookup
          // Patients without a group are there for whoever sees the whole company.
          gIds={seesWholeCompany || gIds.length > mostGroupsAsked ? [] : gIds}
          chosen={patients}
          onChoose={(one) => add([one])}
          onRemove={(uId) => setPatients(patients.filter((one) => one.uId !== uId))}
        />
        <GroupOfPatients
          onAdd={(more, words) => {
            add(more);
            setSaid(words);
          }}
        />
        {unreachable.length > 0 && <Notice tone="info">{unreachableWords(unreachable)}</Notice>}
        {said && (
          <Text size="sm" role="status">
            {said}
          </Text>
        )}
        <ProviderLookup
          fixed={self}
          chosen={providers}
          onChoose={(one) => setProviders([...providers, one])}
          onRemove={(cpId) => setProviders(providers.filter((one) => one.cpId !== cpId))}
        />
        {isBroadcast && (
          <Notice tone="info">
            This becomes a broadcast: each of the {patients.length.toLocaleString('en')} patients gets a conversation of
            their own, and sees none of the others.
          </Notice>
        )}
        <DialogFooter
          says={missing.length > 0 ? `Still missing: ${missing.join(', ')}.` : undefined}
          refused={create.error !== null && refusalOf(create.error)}
        >
          <DialogCancel disabled={create.isPending} />
          <SubmitButton
            busy={create.isPending}
            ready={missing.length === 0 && !tooLong(topic, longest.topic)}
            onPress={start}
          >
            Create
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** CHT-17. */
const refusalOf = (error: CallFailure): Refused =>
  isOfLostAnswer(error)
    ? refusedAs(error, { of: 'The conversation was', done: 'created', press: 'Create', text: sentences.createFailed })
    : { title: sentences.createFailed, text: whyNot(error) };

/** CER-42, and what of the people who were chosen stands in the way. */
function whyNot(error: CallFailure): string | undefined {
  if (error.fields.cpIds)
    return 'One of the care providers cannot take part: each of them must be active and able to see every patient.';
  if (error.code === 'conversation.patient') return 'One of the patients is not active.';
  return error.status === 400 || error.status === 429 ? sentenceOf(error) : undefined;
}

/** Adds the active patients of a care group, and says who they are before anything is sent. */
function GroupOfPatients({ onAdd }: { onAdd: (patients: readonly ChosenPatient[], words: string) => void }) {
  const { cpId: cp_id } = useViewer();
  const groups = useQuery({ ...read(listCareGroups), select: (reply) => reply.groups ?? [] });
  const [gId, setGId] = useState('');
  const preview = usePreview();
  if ((groups.data ?? []).length === 0) return null;
  const add = () =>
    preview.mutate(
      { body: { cp_id, gIds: [Number(gId)] } },
      {
        onSuccess: ({ recipients, leftOut, isTooMany }) => {
          onAdd(
            recipients.map(({ uId, name, dob }) => ({ uId, name, dob })),
            [
              `${recipients.length} active ${recipients.length === 1 ? 'patient' : 'patients'} added.`,
              isTooMany &&
                `The group has more patients than one broadcast can reach (${most.patients.toLocaleString('en')}).`,
              leftOut > 0 && `${leftOut} not active left out.`,
            ]
              .filter(Boolean)
              .join(' '),
          );
        },
      },
    );
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <NativeSelect
        label="Or all patients of a care group"
        style={{ flex: 1 }}
        data={[
          { value: '', label: 'Choose a care group' },
          ...(groups.data ?? []).map((one) => ({ value: String(one.gId), label: one.displayName ?? one.groupName })),
        ]}
        value={gId}
        error={preview.error ? sentenceOf(preview.error) : undefined}
        onChange={(event) => setGId(event.currentTarget.value)}
      />
      <SubmitButton variant="default" ready={gId !== ''} busy={preview.isPending} onPress={add}>
        Add patients
      </SubmitButton>
    </Group>
  );
}
