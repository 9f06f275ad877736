import { pdfType } from '@portal/contract/documents/rules.ts';
import { failures } from '@portal/contract/errors.ts';
import { type ItemCondition, itemConditions, noReceiptFile, receiptProblem } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { Failed, failFields } from '#platform/core/fail.ts';
import { openPdf, openPhoto, type Pdf } from '#rooms/documents/door.ts';
import { addComment } from '../comments/add-comment.ts';
import { moveRequest } from '../move-request.ts';
import type { Person } from '../queries.ts';
import type { Step } from '../take-step.ts';
import { uploadDocument } from '../papers/upload-document.ts';
import { wordsOfLine } from '../words-of-line.ts';

export interface Receipt extends Step {
  on?: string | undefined;
  items?: readonly { itemId: number; condition: ItemCondition }[] | undefined;
  note?: string | undefined;
  files?: readonly OpenedFile[];
}
/** A file as it is kept: a photo is a PDF by now. */
export interface OpenedFile {
  filename: string;
  isPhoto: boolean;
  pdf: Pdf;
}

/** SDC-02: "Other". */
const other = 2;

/** Moves a request on for its site, with all that is said of the delivery where that has ended: all of it is kept, or none (REL-02). */
export async function moveBySite(act: Act<Person>, id: number, { items, note, files = [], ...step }: Receipt) {
  const moved = await moveRequest(act, id, step);
  if (items) await noteConditions(act, id, step, items);
  if (note) await addComment(act, id, note);
  for (const [i, { filename, isPhoto, pdf }] of files.entries()) {
    const names = {
      filename,
      friendlyName: nameOf(filename),
      neutralName: `${isPhoto ? 'Photo' : 'Document'} ${i + 1}`,
    };
    await uploadDocument(act, { requestId: id, category: other, ...names, pdf });
  }
  return moved;
}

async function noteConditions(
  { tx, record }: Act<Person>,
  requestId: number,
  { to }: Step,
  items: NonNullable<Receipt['items']>,
): Promise<void> {
  const sent = await itemsOf(tx, requestId);
  const named = new Set(items.map(({ itemId }) => itemId));
  if (named.size !== items.length || named.size !== sent.length || sent.some(({ itemId }) => !named.has(itemId)))
    throw failFields({ items: 'must name every item of the delivery once' });
  const problem = receiptProblem(
    to,
    items.map(({ condition }) => condition),
  );
  if (problem) throw failFields({ items: problem });
  for (const condition of itemConditions) {
    const such = items.filter((item) => item.condition === condition).map(({ itemId }) => itemId);
    if (such.length === 0) continue;
    await tx.updateTable('package_item').set({ arrived_as: condition }).where('item_id', '=', anyOf(such)).execute();
  }
  await record({
    action: 'shipment.items_arrived',
    record: { kind: 'shipment_request', id: requestId },
    // Which lot arrived damaged stands here alone: what was sent is on record without the numbers of its items.
    changes: created({
      items: items.map((said) => ({ ...said, ...sent.find(({ itemId }) => itemId === said.itemId) })),
    }),
  });
}

const itemsOf = (tx: Tx, requestId: number) =>
  tx
    .selectFrom('package_item as item')
    .innerJoin('shipment_package as box', 'box.package_id', 'item.package_id')
    .innerJoin('shipment_line as line', 'line.line_id', 'item.line_id')
    .innerJoin('product', 'product.product_id', 'line.product_id')
    .where('box.request_id', '=', requestId)
    .select(['item.item_id as itemId', 'line.product_id as productId', 'item.lot_number as lotNumber', 'item.quantity'])
    .select(wordsOfLine)
    .execute();

const nameOf = (filename: string): string => filename.replace(/\.[^.]{1,5}$/, '') || filename;

/** What was sent with a receipt, opened before its transaction begins. A refusal says of which file it is. */
export async function openFiles(
  files: readonly { filename: string; contentType: string; data: string }[] = [],
): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = [];
  for (const [i, { filename, contentType, data }] of files.entries()) {
    const isPdf = contentType === pdfType;
    const pdf = await (isPdf ? openPdf(data) : openPhoto(data)).catch((error: unknown) => {
      if (!(error instanceof Failed)) throw error;
      const said =
        error.code === 'image.not_accepted'
          ? noReceiptFile
          : (failures[error.code].message ?? 'The file could not be read.');
      throw new Failed(error.code, { fields: { [`files.${i}.data`]: said }, sentence: `${filename}: ${said}` });
    });
    opened.push({ filename: isPdf ? filename : `${nameOf(filename)}.pdf`, isPhoto: !isPdf, pdf });
  }
  return opened;
}
