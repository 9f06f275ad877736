import type * as api from '@portal/contract/documents/endpoints.ts';
import { recipientOf, type RecipientType } from '@portal/contract/documents/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Attachment } from './attach-to-groups.ts';

type Body = Ours<typeof api.attachToGroups.body>;

/** How a document is to be added to groups, as the call says it. */
export function attachmentOf(body: Body): Attachment {
  const { docId: documentId, cascade: cascades = false, isOrderForm = false, replaces, reason } = body;
  if (isOrderForm && body.isTrainingDoc) throw failFields({ isOrderForm: 'does not go with a training form' });
  const userTypes = body.isTrainingDoc ? recipientsOf(body.userType) : null;
  return { documentId, careGroupIds: [body.g_id].flat(), cascades, isOrderForm, replaces, userTypes, reason };
}

/** Whom a training form is for, in the spelling of lists, each once (OPS-55). */
function recipientsOf(given: Body['userType']): RecipientType[] {
  const spelled = (typeof given === 'string' ? given.split(',') : (given ?? [])).map((one) => one.trim());
  const named = spelled.filter((one) => one !== '');
  if (named.length === 0) throw fail('document.no_user_types');
  const recipients = named.map(recipientOf);
  if (recipients.includes(null)) throw fail('document.unknown_user_type');
  return [...new Set(recipients as RecipientType[])];
}
