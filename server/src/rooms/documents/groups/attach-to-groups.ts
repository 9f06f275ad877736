import { type RecipientType, recipientsFor } from '@portal/contract/documents/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { holdGroups, lockGroup } from '#rooms/care-groups/door.ts';
import {
  groupsBelow,
  holdVisible,
  holdVisibleToSettle,
  isAskedFor,
  isOfOwnPlace,
  isOfPatients,
  noteCanBeSigned,
} from '../queries.ts';
import { refusePlacing } from '../refuse-correction-of.ts';
import { type HeldGroup, takePlaceOfOrderForm } from '../take-place-of-order-form.ts';
import { tellOfRequests } from '../tell-of-requests.ts';
import { refuseFormInEmergency, withoutLasting } from '../without-lasting.ts';

export interface Attachment {
  documentId: number;
  careGroupIds: readonly number[];
  /** Also to every group below, those that come later included. */
  cascades: boolean;
  isOrderForm: boolean;
  /** The order form whose place it takes. */
  replaces?: number | undefined;
  /** Of a training form: who has to acknowledge it. */
  userTypes: readonly RecipientType[] | null;
  /** Of a training form: whether people can sign it; left out, background work looks. */
  canBeSigned?: boolean | undefined;
  /** Why it takes the place of another order form (P11-15). */
  reason?: string | undefined;
}

/** Adds a document to groups. What is a request's, a patient's or somebody's own copy belongs where it is, and to no group. */
export function attachToGroups(act: Act, given: Attachment): Promise<void> {
  const { documentId, replaces } = given;
  // The form that is replaced is in none of these groups any more, and who sees the whole company sees what hangs on nothing.
  return withoutLasting(act, replaces === undefined ? [documentId] : [documentId, replaces], () => attach(act, given));
}

async function attach(act: Act, given: Attachment): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  const { documentId, cascades, isOrderForm, userTypes, canBeSigned } = given;
  const isForm = isOrderForm || userTypes !== null;
  // OPS-05: whoever adds a group waits here, and gives it what it then finds above it. They hold groups before documents, so that is
  // the order here.
  if (cascades) await holdGroups(tx, viewer);
  const named = [...new Set(given.careGroupIds)].sort((a, b) => a - b);
  const groups: HeldGroup[] = [];
  for (const careGroupId of named) {
    const group = await lockGroup(tx, viewer, careGroupId);
    if (!group) throw fail('not_found');
    groups.push(group);
  }
  const document = await (isForm ? holdVisibleToSettle : holdVisible)(tx, viewer, documentId);
  if (!document || document.care_group_id !== null || document.partner_id !== null || document.template_id !== null)
    throw fail('not_found');
  // OPS-51: the library has its own types. It is the company's, and a form is its trial's (SEC-23).
  if (isForm && document.is_library)
    throw failFields({ [isOrderForm ? 'isOrderForm' : 'isTrainingDoc']: 'does not go with a document of the library' });
  // Not everybody of the group sees the patient.
  if (await isOfPatients(tx, documentId)) throw fail('not_found');
  // Whoever signs it sees it, and that is all.
  if (!(await isOfOwnPlace(tx, viewer, documentId))) throw fail('forbidden');
  if (isForm) await refuseFormInEmergency(act, documentId);
  // It is filled in, or will be: nobody could sign a copy of it.
  if (isForm && (await isAskedFor(tx, documentId))) throw fail('document.asked_to_sign');
  if (userTypes) refuseTraining(viewer, userTypes, canBeSigned);
  for (const group of isOrderForm ? groups : []) {
    if (group.kind !== 'trial' || !group.has_shipping) throw fail('document.not_for_order_forms');
    const present = group.order_form_template_id;
    if (present === documentId) continue;
    // REL-08, OPS-54: of several who add one, or replace the same one, at once, one does; the others are asked.
    if (present !== null && present !== given.replaces)
      throw fail('document.order_form_exists', { orderFormTemplate: present });
    await takePlaceOfOrderForm(act, group, given);
  }
  await refusePlacing(act, document, named);
  const all = cascades ? await groupsBelow(tx, named) : named;
  const rows = all.map((careGroupId) => ({
    document_id: documentId,
    care_group_id: careGroupId,
    company_id: viewer.companyId,
    cascades,
    is_order_form: isOrderForm,
    user_types: userTypes ? [...userTypes] : null,
    linked_at: now(),
  }));
  const added = await insertRows(tx, 'document_link', rows)
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'care_group_id']).where('removed_at', 'is', null).doNothing(),
    )
    .returning('care_group_id as id')
    .execute();
  if (canBeSigned !== undefined) await noteCanBeSigned(tx, documentId, canBeSigned);
  const careGroups = added.map(({ id }) => id).sort((a, b) => a - b);
  if (named.some((id) => !careGroups.includes(id))) throw fail('document.already_attached');
  await record({
    action: 'document.attached',
    record: { kind: 'document', id: documentId },
    changes: created({ careGroups, cascades: cascades || null, isOrderForm: isOrderForm || null, userTypes }),
  });
  await announce(
    ...careGroups.map((careGroupId) => ({ type: 'document.changed' as const, id: documentId, careGroupId })),
  );
  if (document.corrects_id !== null) await tellOfRequests(act, documentId);
}

/**
 * A training form holds people until they have signed it: those whom one may hold (SEC-23). What cannot be signed, an administrator
 * takes off again; so none of these is held at one (OPN-61).
 */
function refuseTraining(
  viewer: Act['viewer'],
  userTypes: readonly RecipientType[],
  canBeSigned: boolean | undefined,
): void {
  if (!viewer.modules.includes('TrialCard')) throw fail('document.not_in_module');
  const within = recipientsFor(viewer);
  if (!userTypes.every((one) => within.includes(one))) throw fail('document.holds_others');
  if (canBeSigned === false && userTypes.includes('Admin')) throw fail('document.cannot_be_signed');
}
