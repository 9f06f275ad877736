import type { SurveyDetail } from '@portal/contract/assessments/endpoints.ts';
import { isEarlierAsked } from '@portal/contract/assessments/rules.ts';
import { useViewer } from '#api/viewer.ts';
import { toastSuccess } from '#kit/toast.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import {
  useAddAssessment,
  useChangeAssessment,
  useOfferedAssessments,
  type WorkflowAssessment,
} from './assessment-queries.ts';
import { type Filled, type Thing, TriggerForm } from './TriggerForm.tsx';
import { useTriggerDraft } from './use-trigger-draft.ts';

const thing: Thing = {
  name: 'assessment',
  one: 'an assessment',
  placeholder: 'Choose an assessment',
  notLoaded: 'The assessments could not be loaded.',
  noneLeft: 'Every assessment is already in this group.',
};

type Offered = Pick<SurveyDetail, 'surveyName' | 'isUsable' | 'newestIsUsable' | 'hasQuestions'>;

/** As the list of assessments has it, in short. */
function noteOf(one: Offered) {
  if (isEarlierAsked(one)) return 'asked in an earlier definition';
  return one.isUsable ? undefined : one.hasQuestions ? 'has problems' : 'not finished';
}

/**
 * It can be given to a group all the same: what has never been fit to be answered waits there, its schedules blocked until it is mended, and
 * of anything else the last definition that was is asked.
 */
function warningOf(one: Offered) {
  const { surveyName, isUsable, hasQuestions } = one;
  const why = hasQuestions ? 'its questions have problems, which the builder names' : 'it has no questions';
  if (isEarlierAsked(one))
    return `The newest definition of “${surveyName}” cannot be answered: ${why}. Patients in this group are asked an earlier one until that is corrected under Assessments.`;
  if (isUsable) return undefined;
  return `“${surveyName}” cannot be answered: ${why}${hasQuestions ? '' : ' yet'}. Nobody in this group is asked until that is corrected under Assessments.`;
}

/** Gives an assessment to a group, or changes how often it comes back (CGW-06 to CGW-08, CGW-10, CGW-11, CGW-13, CGW-15). */
export function AssessmentTrigger(props: {
  gId: number;
  /** What the workflow has already. */
  taken: readonly number[];
  /** The one that is changed; null adds one. */
  assessment: WorkflowAssessment | null;
  onClose: () => void;
}) {
  const { gId, taken, assessment, onClose } = props;
  const { companyId } = useViewer();
  const { filled, version, takeOver } = useTriggerDraft(assessment?.surveyId ?? null, assessment);
  const offered = useOfferedAssessments();
  const adding = useAddAssessment();
  const changing = useChangeAssessment();
  const { isPending, error } = assessment ? changing : adding;
  const free = (offered.data ?? []).filter(({ surveyId }) => !taken.includes(surveyId));
  const send = ({ id: surveyId, ...trigger }: Filled, name: string) => {
    const surveyActivity = { surveyId, ...trigger };
    const after = (what: string) => ({
      onSuccess: () => {
        toastSuccess(`“${name}” is ${what}.`);
        onClose();
      },
    });
    if (assessment)
      changing.mutate(
        { body: { gId, companyId, surveyActivity, version } },
        { ...after('changed'), onError: takeOver },
      );
    else adding.mutate({ body: { gId, companyId, surveyActivity } }, after('added to this group'));
  };
  return (
    <TriggerForm
      thing={thing}
      filled={filled}
      changed={assessment?.surveyName ?? null}
      free={free.map((one) => ({
        id: one.surveyId,
        name: one.surveyName,
        apart: `created ${asClinicTime(one.timeCreated)}`,
        note: noteOf(one),
        warning: warningOf(one),
      }))}
      hasTaken={taken.length > 0}
      isLoading={offered.isLoading}
      isNotLoaded={offered.isError}
      isPending={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  );
}
