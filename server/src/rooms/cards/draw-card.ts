/** A participant's card on paper: one page of A4, or more where somebody wrote much. It takes its time: for a worker. */
import type { TrialCard } from '@portal/contract/cards/endpoints.ts';
import type { ImageToDraw } from '#platform/files/images.ts';
import { column, margin, openSheet, type Sheet, turn, wrapped } from '#platform/files/paper.ts';

export interface CardToDraw extends Omit<TrialCard, 'mainLogo' | 'optionalLogo'> {
  name: string;
  logos: { left: ImageToDraw | null; right: ImageToDraw | null };
}

const grey = 0.36;
/** A logo is drawn as large as this lets it be. */
export const logoBox = { width: column / 2 - 32, height: 48 };

export async function drawCard(card: CardToDraw): Promise<Uint8Array> {
  const { rgb } = await import('@cantoo/pdf-lib');
  const sheet = await openSheet('Participant card');
  const { pdf } = sheet;
  const dark = rgb(0.13, 0.15, 0.16);
  const pale = rgb(grey, grey, grey);

  const line = (text: string, { font = sheet.regular, size = 10, x = margin, color = dark, gap = 4 } = {}) => {
    if (sheet.y - size < margin) turn(sheet);
    sheet.page.drawText(text, { x, y: sheet.y - size, size, font, color });
    sheet.y -= size + gap;
  };
  const paragraph = (text: string, inset = 0) => {
    for (const one of wrapped(text, sheet.regular, 10, column - 2 * inset)) line(one, { x: margin + inset });
  };

  const top = sheet.y;
  sheet.y -= 16;
  await drawLogos(sheet, card.logos);
  const facts: [string, string][] = [
    ['RxBIN', card.rxBin],
    ['RxPCN', card.rxPcn],
    ['RxGRP', card.rxGrp],
    [card.cardholderNameLabel, card.name],
    [card.cardholderIdLabel, card.cardholderId],
  ];
  for (const [label, value] of facts) {
    const labels = wrapped(label, sheet.regular, 10, 150);
    const values = wrapped(value, sheet.bold, 12, column - 200);
    for (let n = 0; n < Math.max(labels.length, values.length); n += 1) {
      const y = sheet.y;
      line(labels[n] ?? '', { x: margin + 16, color: pale, gap: 6 });
      // Beside it, on the same line.
      sheet.y += Math.min(y - sheet.y, 16);
      line(values[n] ?? '', { x: margin + 180, font: sheet.bold, size: 12 });
    }
  }
  if (card.cardIntroduction) {
    sheet.y -= 6;
    paragraph(card.cardIntroduction, 16);
  }
  sheet.y -= 10;
  const first = pdf.getPage(0);
  // A card that runs over its page has an edge only where it begins.
  if (sheet.page === first)
    first.drawRectangle({
      x: margin,
      y: sheet.y,
      width: column,
      height: top - sheet.y,
      borderColor: pale,
      borderWidth: 1,
      opacity: 0,
    });
  for (const [title, text] of [
    ['Participants', card.participants],
    ['Pharmacy Instructions', card.pharmacyInstructions],
    ['Claim Submissions', card.claimSubmissions],
    ['Contact Information', card.contactInfo],
  ] as const) {
    if (!text) continue;
    sheet.y -= 16;
    line(title, { font: sheet.bold, size: 12, gap: 6 });
    paragraph(text);
  }
  return pdf.save();
}

/** The main logo at the left, the other one at the right. */
async function drawLogos(sheet: Sheet, { left, right }: CardToDraw['logos']): Promise<void> {
  if (!left && !right) return;
  const place = async (logo: ImageToDraw, atRight: boolean) => {
    const image =
      logo.type === 'image/jpeg' ? await sheet.pdf.embedJpg(logo.bytes) : await sheet.pdf.embedPng(logo.bytes);
    const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
    const [width, height] = [logo.width * scale, logo.height * scale];
    const x = atRight ? margin + column - 16 - width : margin + 16;
    sheet.page.drawImage(image, { x, y: sheet.y - height, width, height });
  };
  if (left) await place(left, false);
  if (right) await place(right, true);
  sheet.y -= logoBox.height + 16;
}
