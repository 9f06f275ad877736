import type { Tx } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { HeldBrand } from './brand-queries.ts';
import { isKeptAsTerms } from './kept-as-terms.ts';

type References = Pick<
  HeldBrand,
  | 'header_image_id'
  | 'logo_image_id'
  | 'favicon_image_id'
  | 'sign_in_image_id'
  | 'sender_email_id'
  | 'contact_email_id'
  | 'sender_phone_id'
  | 'terms_document_id'
>;

/** What a brand newly refers to has to be the company's; a stranger's is answered like one that does not exist (SEC-22). */
export async function refuseForeign(
  tx: Tx,
  { companyId }: Pick<Actor, 'companyId'>,
  fields: References,
  before: References | undefined,
): Promise<void> {
  const fresh = (field: keyof References) => (fields[field] === before?.[field] ? null : fields[field]);
  const emails = [
    ['senderEmailId', fresh('sender_email_id')],
    ['contactEmailId', fresh('contact_email_id')],
  ] as const;
  for (const [field, id] of emails) {
    if (id === null) continue;
    const email = await tx
      .selectFrom('company_email')
      .select('verified')
      .where('company_id', '=', companyId)
      .where('email_id', '=', id as number)
      .executeTakeFirst();
    if (!email) throw fail('not_found');
    // OPC-97
    if (!email.verified) throw failFields({ [field]: 'must be a verified email' });
  }
  const images = (['header_image_id', 'logo_image_id', 'favicon_image_id', 'sign_in_image_id'] as const).map(fresh);
  const [phone, document] = [fresh('sender_phone_id') as number | null, fresh('terms_document_id') as number | null];
  if (phone !== null) {
    const query = tx.selectFrom('company_phone').select('phone_id').where('company_id', '=', companyId);
    if (!(await query.where('phone_id', '=', phone).executeTakeFirst())) throw fail('not_found');
  }
  for (const image of images) if (image !== null) await findImage(tx, companyId, image as string);
  if (document !== null) {
    // Only what was kept as terms (BST-12): they are for everybody of the company.
    const query = tx
      .selectFrom('document')
      .select('document_id')
      .where('company_id', '=', companyId)
      .where('document_id', '=', document as number)
      .where('removed_at', 'is', null)
      .where('is_template', '=', false)
      .where('uploader_owned', '=', false);
    // Where somebody puts it elsewhere at the same time, the later of both finds what it is by then.
    const held = await query.forNoKeyUpdate().executeTakeFirst();
    if (!held || !(await query.where(isKeptAsTerms).executeTakeFirst())) throw fail('not_found');
  }
}

/** Refuses an image that is not the company's. */
export async function findImage(tx: Tx, companyId: number, imageId: string): Promise<void> {
  const query = tx.selectFrom('public_image').select('image_id').where('company_id', '=', companyId);
  if (!(await query.where('image_id', '=', imageId).executeTakeFirst())) throw fail('not_found');
}
