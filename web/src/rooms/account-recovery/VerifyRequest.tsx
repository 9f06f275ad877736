import { Button, Stack, Text } from '@mantine/core';
import { longestEvidence } from '@portal/contract/account-recovery/rules.ts';
import { shownBirthDate, shownEmail, shownPhone } from '@portal/contract/patients/rules.ts';
import { useState } from 'react';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { saidAs } from '#shared/way-on.ts';
import { type RecoveryRequest, useDecide } from './queries.ts';
import { contactWords, isAsking, isOnRecord } from './words.ts';

const acts = { approve: { done: 'approved', press: 'Approve' }, deny: { done: 'denied', press: 'Deny' } };

/** The patient's details beside the decision (ARQ-04, ARQ-05); approving takes the authenticator off (OPC-95). */
export default function VerifyRequest({ request, onClose }: { request: RecoveryRequest; onClose: () => void }) {
  const { requestId, uId, fName, lName, mainContact, patientDetails, requestActions, version } = request;
  const asked = requestActions.find(isAsking);
  const { dob, phone, email, lastLogin } = patientDetails;
  const name = `${fName} ${lName}`;
  const decide = useDecide();
  const [evidence, setEvidence] = useState('');
  const isTooLong = tooLong(evidence, longestEvidence) !== undefined;
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const send = async (action: 'approve' | 'deny') => {
    if (decide.isPending || isTooLong) return;
    setRefusal(null);
    try {
      await decide.mutateAsync({ body: { u_id: uId, requestId, action, evidence: evidence.trim() || null, version } });
      toastSuccess(
        action === 'approve' ? `${name} sets up a new authenticator.` : `The request of ${name} was denied.`,
      );
      onClose();
    } catch (refused) {
      if (!(refused instanceof CallFailure)) throw refused;
      if (refused.status === 401) return;
      // Somebody else was quicker; the list is read anew.
      if (refused.status === 409 || isNotThere(refused)) {
        toastFailure(sentenceOf(refused));
        onClose();
      } else setRefusal(saidAs(refused, { of: 'The request was', ...acts[action] }));
    }
  };
  return (
    <Dialog
      opened
      title={`Verify the request of ${name}`}
      onClose={onClose}
      mayClose={!decide.isPending}
      dirty={evidence.trim() !== ''}
    >
      <form
        noValidate
        aria-label="Verify request"
        onSubmit={(event) => {
          event.preventDefault();
          void send('approve');
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            Compare with what the person tells you. Approving takes the authenticator off the account; the patient sets
            up a new one at the next sign-in.
          </Text>
          <FactList
            facts={[
              ['Name', name],
              [
                'Main contact',
                `${contactWords(mainContact)} (${isOnRecord(mainContact, patientDetails) ? 'as on record' : 'not on record'})`,
              ],
              ['Asked by', asked ? `${asked.providerName}, ${asClinicTime(asked.timeOfAction)}` : 'Not known'],
              ['Date of birth', shownBirthDate(dob)],
              ['Phone', shownPhone(phone)],
              ['Email', shownEmail(email)],
              ['Last sign-in', lastLogin ? asClinicTime(lastLogin) : 'Never'],
            ]}
          />
          <LimitedTextarea
            label="How you know who it is"
            description="Kept with the decision."
            rows={2}
            most={longestEvidence}
            value={evidence}
            onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
          />
          <DialogFooter refused={refusal}>
            <DialogCancel disabled={decide.isPending} />
            <Button
              variant="default"
              c="red.9"
              disabled={decide.isPending || isTooLong}
              onClick={() => void send('deny')}
            >
              Deny
            </Button>
            <SubmitButton busy={decide.isPending} ready={!isTooLong}>
              Approve
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
