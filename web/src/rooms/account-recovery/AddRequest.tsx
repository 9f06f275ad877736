import { Radio, Group, Stack, Text, TextInput } from '@mantine/core';
import { askForRecovery } from '@portal/contract/account-recovery/endpoints.ts';
import type { ListedPatient } from '@portal/contract/patients/endpoints.ts';
import { isPatientPhone, isPlaceholder, shownEmail, shownPhone } from '@portal/contract/patients/rules.ts';
import { type FormEvent, useState } from 'react';
import { CallFailure, isEmptyList } from '#api/failure.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { usePaused } from '#kit/use-paused.ts';
import { saidAs } from '#shared/way-on.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import { isEnough, useAsk, usePatientsWith } from './queries.ts';

/** ARQ-06, OPC-95: a patient, and where they can be reached. */
export default function AddRequest({ onClose }: { onClose: () => void }) {
  const ask = useAsk();
  const [sought, seek] = useState('');
  const [typed, type] = usePaused(sought, seek);
  const [patient, setPatient] = useState<ListedPatient | null>(null);
  const [way, setWay] = useState<'email' | 'phone'>('email');
  const [values, setValues] = useState({ email: '', phone: '' });
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const value = values[way].trim();
  const body = patient && {
    u_id: patient.u_ID,
    mainContact: { type: way, value: way === 'phone' ? asPhone(value) : value } as never,
  };
  const problem = value === '' ? null : problemOf(body);

  const choose = (chosen: ListedPatient) => {
    setPatient(chosen);
    const email = isPlaceholder(chosen.email) ? '' : chosen.email;
    setValues({ email, phone: chosen.phone ? shownPhone(chosen.phone) : '' });
    setWay(email === '' && chosen.phone ? 'phone' : 'email');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!body || value === '' || problem || ask.isPending) return;
    setRefusal(null);
    try {
      await ask.mutateAsync({ body });
      toastSuccess(`The request of ${patient.name} was added.`);
      onClose();
    } catch (refused) {
      if (!(refused instanceof CallFailure)) throw refused;
      if (refused.status === 401) return;
      const text = refused.status >= 400 && refused.status < 500 ? refused.message : askForRecovery.failure;
      setRefusal(saidAs(refused, { of: 'The request was', done: 'added', press: 'Add Request', text }));
    }
  };
  return (
    <Dialog
      opened
      title="Add Request"
      onClose={onClose}
      mayClose={!ask.isPending}
      dirty={typed.trim() !== '' || patient !== null}
    >
      <form noValidate aria-label="Add request" onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          <TextInput
            label="Patient"
            description="At least 3 characters of the name"
            required
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => {
              type(currentTarget.value);
              setPatient(null);
            }}
          />
          {patient === null ? (
            <Found sought={sought} onChoose={choose} />
          ) : (
            <Text size="sm" role="status">
              Chosen: {nameAndBirth(patient)}
            </Text>
          )}
          <Radio.Group
            label="Main contact"
            value={way}
            onChange={(next) => setWay(next === 'phone' ? 'phone' : 'email')}
          >
            <Group gap="lg" mt={6}>
              <Radio value="email" label="Email" />
              <Radio value="phone" label="Phone" />
            </Group>
          </Radio.Group>
          <TextInput
            label={way === 'email' ? 'Email' : 'Phone number'}
            required
            autoComplete="off"
            value={values[way]}
            error={problem}
            onChange={({ currentTarget }) => setValues({ ...values, [way]: currentTarget.value })}
          />
          <DialogFooter
            says={patient === null ? 'Still missing: patient.' : value === '' ? 'Still missing: main contact.' : ''}
            refused={refusal}
          >
            <DialogCancel disabled={ask.isPending} />
            <SubmitButton busy={ask.isPending} ready={patient !== null && value !== '' && !problem}>
              Add Request
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

function Found({ sought, onChoose }: { sought: string; onChoose: (patient: ListedPatient) => void }) {
  const { data, isFetching, error } = usePatientsWith(sought);
  const isNone = isEmptyList(error) || data?.patients.length === 0;
  if (!isEnough(sought)) return null;
  if (isNone) return <Text size="sm">No patient matches.</Text>;
  if (error) return <Text size="sm">There was a problem retrieving patients.</Text>;
  if (!data) return isFetching && <Text size="sm">Looking…</Text>;
  return (
    <Radio.Group label="Patients found" value="" onChange={(id) => choose(id)}>
      <Stack gap={6} mt={6}>
        {data.patients.map((one) => (
          <Radio
            key={one.u_ID}
            value={String(one.u_ID)}
            label={nameAndBirth(one)}
            description={`${shownEmail(one.email)} · ${shownPhone(one.phone)}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
  function choose(id: string) {
    const chosen = data?.patients.find((one) => String(one.u_ID) === id);
    if (chosen) onChoose(chosen);
  }
}

/** As people type them: ten digits, or eleven with the country's. */
function asPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return `+${digits.length === 10 ? `1${digits}` : digits}`;
}

function problemOf(body: { mainContact: { type: string; value: string } } | null): string | null {
  if (!body) return null;
  const { type, value } = body.mainContact;
  if (type === 'phone') return isPatientPhone(value) ? null : 'must be +1 and ten digits';
  return askForRecovery.body.safeParse(body).error?.issues[0]?.message ?? null;
}
