/** The report as a PDF: who has access to a trial or a site and what changed, and a page to sign it on (URP-07, BLD-11). */
import { fieldName } from '@portal/contract/signing/field-names.ts';
import { fetchFont, type LoadFont } from '#shared/pdf-report/fonts.ts';
import {
  grey,
  large,
  line,
  margin,
  numberPages,
  openSheet,
  type Row,
  type Sheet,
  table,
  write,
} from '#shared/pdf-report/sheet.ts';
import { signaturePage } from './page-sizes.ts';

export interface ReportContent {
  /** The trial or site. */
  place: string;
  /** Days as the report shows them. */
  since: string;
  createdOn: string;
  /** Whoever signs, in their order, with what they are. */
  signers: readonly { role: string; name: string }[];
  reason: string;
  people: readonly Row[];
  changed: readonly Row[];
}

const people = { heads: ['Name', 'E-mail', 'Type', 'Status', 'Trained'], widths: [0.22, 0.3, 0.13, 0.23, 0.12] };
const changed = { heads: ['Name', 'E-mail', 'Status', 'What changed'], widths: [0.22, 0.3, 0.25, 0.23] };

export async function drawReport(content: ReportContent, load: LoadFont = fetchFont): Promise<Uint8Array> {
  const sheet = await openSheet(`User management report, ${content.place}`, load);
  await write(sheet, 'User management report', { size: large, weight: 'bold' });
  await write(sheet, content.place, { size: 12 });
  await write(sheet, `Created on ${content.createdOn}. Changes since ${content.since}.`, { colour: grey });
  await table(sheet, `Users (${content.people.length})`, people, content.people, 'Nobody has access.');
  const title = `Changes since ${content.since} (${content.changed.length})`;
  await table(sheet, title, changed, content.changed, 'Nothing has changed.');
  await addSignaturePage(sheet, content);
  await numberPages(sheet, content.place);
  return sheet.pdf.save();
}

/** One field for each signer, of the kind that the field builder places. */
async function addSignaturePage(sheet: Sheet, { signers, reason }: ReportContent): Promise<void> {
  const [width, height] = signaturePage;
  sheet.page = sheet.pdf.addPage([width, height]);
  sheet.y = height - margin;
  await write(sheet, 'Signatures', { size: large, weight: 'bold' });
  await write(sheet, reason);
  const form = sheet.pdf.getForm();
  for (const [at, { role, name }] of signers.entries()) {
    sheet.y -= 10;
    await write(sheet, `${role}: ${name}`, { weight: 'bold' });
    sheet.y -= 78;
    const signer = at + 1;
    const field = form.createTextField(
      fieldName({ type: 'Signature', index: at, signer, required: true, label: null }),
    );
    field.enableRequired();
    field.addToPage(sheet.page, { x: margin, y: sheet.y, width: 260, height: 70, borderWidth: 1, borderColor: line });
  }
}
