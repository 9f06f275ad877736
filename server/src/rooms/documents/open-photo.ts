import { openAsJpeg } from '#platform/files/images.ts';
import { checkedPdf, type Pdf } from './pdf/open-pdf.ts';

/** Points of the longer side of a page of A4. */
const longest = 842;

/** A photo that was sent as base64, made anew (SEC-30) and laid on the one page of a PDF: documents are PDFs (OPS-83). */
export async function openPhoto(data: string): Promise<Pdf> {
  const { bytes, width, height } = await openAsJpeg(data);
  // Here, and not above: many a portal never keeps a photo.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  const photo = await pdf.embedJpg(bytes);
  const scale = longest / Math.max(width, height);
  const size = { width: width * scale, height: height * scale };
  pdf.addPage([size.width, size.height]).drawImage(photo, size);
  return checkedPdf(await pdf.save());
}
