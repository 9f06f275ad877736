/** Whether a document can be sent round for signatures (BLD-11): what is wrong with its fields, in words. */
import { type PDFDocument, PDFNumber } from '@cantoo/pdf-lib';
import { readFieldName } from '@portal/contract/signing/field-names.ts';
import { boxesOf, type FieldNode, isOfType, readFields, type Rect, spotsSeen } from './form-fields.ts';
import { dictIn, dictOf, entryOf, inherited, listIn, openFile, pagesOf, textIn } from './pdf-file.ts';
import { unlikeOnPaper } from './unlike-on-paper.ts';

export interface FormFindings {
  /** Signers that no field is for. */
  withoutField: number[];
  /** Signers who have no place to sign, whatever else is for them. */
  withoutSignature: number[];
  /** Whatever else is in the way. */
  problems: string[];
}

/** Whatever a file does to who reads it is said of the file. */
export const validateForm = (bytes: Uint8Array, signers: number): Promise<FormFindings> =>
  openFile(bytes)
    .then((pdf) => findingsOf(pdf, signers))
    .catch(() => ({ withoutField: [], withoutSignature: [], problems: ['The file cannot be read.'] }));

function findingsOf(pdf: PDFDocument, signers: number): FormFindings {
  const fields = readFields(pdf);
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  const boxes = boxesOf(pdf);
  const problems = fields.flatMap((field) => problemsOf(pdf, field, { signers, boxes }));
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const { name } of fields) (seen.has(name) ? several : seen).add(name);
  for (const name of several) problems.push(`There are several fields called "${name}".`);
  for (const name of looseFields(pdf, fields))
    problems.push(`The field "${name}" is on a page and does not belong to the form.`);
  if (fields.some(({ pdfType, node }) => pdfType === 'Sig' && entryOf(pdf, node.dict, 'V')))
    problems.push('The document carries a digital signature, which further signatures would break.');
  if (form && entryOf(pdf, form, 'XFA')) problems.push('The form is of a kind that cannot be filled in here (XFA).');
  if (fields.length > mostFields) problems.push('The form has too many fields.');
  problems.push(...unlikeOnPaper(pdf, fields, (field) => mustBeSeen(field) && !canBeSeen(pdf, field, boxes)));
  const numbers = Array.from({ length: signers }, (_, i) => i + 1);
  const withoutAny = (own: readonly FieldNode[]) =>
    numbers.filter((number) => !own.some(({ signer }) => signer === number));
  return {
    withoutField: withoutAny(fields),
    withoutSignature: withoutAny(fields.filter(({ type }) => type === 'Signature')),
    problems,
  };
}

/** Twice what anybody asked of a form. Each takes 1 ms to write, on a slow machine 3, and a signer waits no longer than 6 s. */
const mostFields = 2_000;

const mustBeSeen = ({ signer, type, required }: FieldNode): boolean =>
  signer !== null && (type === 'Signature' || required);

const canBeSeen = (pdf: PDFDocument, field: FieldNode, boxes: readonly Rect[]): boolean =>
  spotsSeen(pdf, field, boxes).length > 0;

/** A viewer would let people fill these in, and nothing would become of it. */
function looseFields(pdf: PDFDocument, fields: readonly FieldNode[]): string[] {
  const known = new Set(fields.flatMap(({ node }) => [node.dict, ...node.widgets]));
  const onPages = pagesOf(pdf).flatMap((page) => listIn(pdf, page, 'Annots').flatMap((one) => dictOf(pdf, one) ?? []));
  return onPages.flatMap((dict) => {
    const name = known.has(dict) ? null : textIn(pdf, dict, 'T');
    return name !== null && readFieldName(name) ? [name] : [];
  });
}

/** Fields that were made elsewhere are for nobody, and stay as they are. */
function problemsOf(
  pdf: PDFDocument,
  field: FieldNode,
  { signers, boxes }: { signers: number; boxes: readonly Rect[] },
): string[] {
  const { name, type, signer, spots, required, node } = field;
  if (signer === null) return [];
  const said = `The field "${name}"`;
  const problems: string[] = [];
  if (signer < 1 || signer > signers)
    problems.push(
      `${said} is for signer ${signer}, and there ${signers === 1 ? 'is 1 signer' : `are ${signers} signers`}.`,
    );
  if (!isOfType(field)) problems.push(`${said} is of another kind than its name says.`);
  if (spots.length === 0 || spots.some(({ page }) => page === null)) problems.push(`${said} is on no page.`);
  else if (mustBeSeen(field) && !canBeSeen(pdf, field, boxes)) problems.push(`${said} cannot be seen on its page.`);
  if (field.isReadOnly) problems.push(`${said} is locked.`);
  if (field.isDrawn || (type === 'Signature' && field.value)) problems.push(`${said} is signed already.`);
  if (type === 'RadioButton' && spots.some(({ option }) => option === null))
    problems.push(`${said} has an option that cannot be chosen.`);
  const most = type === 'TextInput' && required ? inherited(pdf, node.dict, 'MaxLen') : undefined;
  if (most instanceof PDFNumber && most.asNumber() < 1) problems.push(`${said} has room for no text.`);
  return problems;
}
