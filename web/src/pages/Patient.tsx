import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { meets } from '@portal/contract/access.ts';
import { keepCall } from '@portal/contract/calls/endpoints.ts';
import { createConversation } from '@portal/contract/conversations/endpoints.ts';
import { profilePage } from '@portal/contract/patients/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { useBrand, useViewer } from '#api/viewer.ts';
import { closeFirst } from '#kit/close-first.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { closeOffers, toastNote } from '#kit/toast.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { type CurrentCall, newCall, useCurrentCall } from '#rooms/calls/current.ts';
import { PatientScreen } from '#rooms/patient-records/PatientScreen.tsx';
import { assessmentTabs } from './PatientAssessments.tsx';
import { PatientWaits } from './PatientWaits.tsx';

const NewConversation = lazyDialog(
  () => import('#rooms/conversations/starting/NewConversation.tsx'),
  'NewConversation',
);

/** `/patient?table=&tab=&kind=`: one patient, named by the navigation state (RTE-11), which takes over what a link says of `patient=`. */
export default function Patient() {
  const { table, tab, kind } = useSearch({ strict: false }) as Record<string, unknown>;
  const { uId, isInAddress } = useAsked();
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const viewer = useViewer();
  const { callMode } = useBrand();
  const [call, changeCall] = useCurrentCall();
  const [talkingTo, talkTo] = useState<{ uId: number; name: string; dob: string } | null>(null);
  // Whoever leaves the patient, and comes back, has not asked to call or to write to them; a call that was begun goes on.
  const latest = useRef(changeCall);
  useEffect(() => {
    latest.current = changeCall;
  });
  useEffect(
    () => () => {
      latest.current((before) => (before?.made ? before : null));
      talkTo(null);
    },
    [uId],
  );
  // What can be undone of one patient does not stand beside another one, also where a page that is nobody's was between them.
  useEffect(() => {
    if (uId) closeOffers();
  }, [uId]);
  const callUp = (patient: CurrentCall['patient']) => {
    if (call?.made) toastNote(`The call of ${call.patient.name} is not finished. Save what came of it first.`);
    else changeCall(newCall(patient));
  };
  const show = (search: object) => changeSearch(search, { state: true, replace: true });
  const leave = () => void navigate({ to: '/patients', replace: true });
  useEffect(() => {
    if (uId === null) leave();
    else if (isInAddress) changeSearch({ patient: undefined }, { state: { uId }, replace: true, hash: true });
  });
  if (!uId) return null;
  return (
    <PatientScreen
      key={uId}
      uId={uId}
      table={typeof table === 'string' ? table : ''}
      tab={Number(tab) || 0}
      kind={typeof kind === 'string' ? kind : ''}
      onTable={(next) => show({ table: next, tab: undefined })}
      onTab={(next) => show({ tab: next || undefined })}
      onKind={(next) => show({ kind: next ?? undefined })}
      onLeave={leave}
      assessments={assessmentTabs}
      waits={<PatientWaits uId={uId} />}
      more={(one) => [
        {
          label: 'Start a conversation',
          hidden: !one.isActive || !meets(createConversation.access, viewer),
          onClick: () => talkTo(one),
        },
        { label: 'Call', hidden: !callMode || !meets(keepCall.access, viewer), onClick: () => callUp(one) },
      ]}
    >
      {talkingTo && (
        <NewConversation
          patient={talkingTo}
          onClose={() => talkTo(null)}
          onCreated={({ convId, rollupId }) => {
            closeFirst(() => talkTo(null));
            void navigate({
              to: '/chat',
              search: (rollupId === null ? { conversation: convId } : { broadcast: rollupId }) as never,
            });
          }}
        />
      )}
    </PatientScreen>
  );
}

/**
 * Whom the page is about; null when nobody is named. The address comes first: a link leads to another patient than the one who is
 * shown. Both are read of one location, which is that of the next page already while this one stands: it keeps its patient.
 */
function useAsked(): { uId: number | null | undefined; isInAddress: boolean } {
  const asked = useLocation({
    select: ({ pathname, search, state }) =>
      pathname === profilePage ? (inAddress(search) ?? idOf((state as { uId?: unknown }).uId)) : undefined,
  });
  const isInAddress = useLocation({
    select: ({ pathname, search }) => pathname === profilePage && 'patient' in search,
  });
  const [uId, show] = useState(asked);
  if (asked !== undefined && asked !== uId) show(asked);
  return { uId, isInAddress };
}

const inAddress = (search: object) => idOf((search as { patient?: unknown }).patient);

const idOf = (given: unknown): number | null => {
  const id = Number(given);
  // Above it there is no record: what says so is no patient.
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
};
