/** Documents as the contract has them, PDFs, and what a browser does with them that happy-dom cannot. */
import type { ListedDocument } from '@portal/contract/documents/endpoints.ts';
import type { ShipmentDocument } from '@portal/contract/shipments/document-endpoints.ts';
import { afterAll, beforeAll } from 'vitest';

export const aDocument = (more: Partial<ShipmentDocument> = {}): ShipmentDocument => ({
  docId: 31,
  srId: 71,
  category: 0,
  friendlyName: 'Signed slip',
  filename: 'signed slip.pdf',
  contentType: 'application/pdf',
  uploadedBy: 'Pat Pharm',
  uploadedAt: new Date('2026-03-05T11:00:00Z'),
  isCorrected: false,
  ...more,
});

/** A document of a group, of a list of what somebody signs, or of the library. */
export const aListedDocument = (more: Partial<ListedDocument> = {}): ListedDocument => ({
  id: more.docId ?? 51,
  docId: 51,
  uuid: null,
  signerUuid: null,
  friendlyName: 'Protocol',
  data: null,
  contentType: 'application/pdf',
  filename: 'protocol.pdf',
  isTemplate: false,
  uploaderOwned: false,
  company_id: 1,
  brand_ID: null,
  isSignRequest: false,
  isCurrentSigner: false,
  isRejected: false,
  isCompletelySigned: false,
  signerNum: null,
  orderFormTemplate: false,
  userManagementReport: null,
  isUserManagementReport: false,
  reportStatus: null,
  srStatus: null,
  srId: null,
  userTypes: null,
  category: null,
  timeUploaded: new Date('2026-03-05T11:00:00Z'),
  isCorrected: false,
  waitsFor: null,
  waitsInVain: false,
  signers: [],
  participants: [],
  rejection: null,
  g_id: 1,
  version: 1,
  ...more,
});

/** Of a document that waits for this person's signature. */
export const toSign = {
  uuid: '00000000-0000-4000-8000-000000000001',
  signerUuid: '00000000-0000-4000-8000-000000000002',
  isSignRequest: true,
  isCurrentSigner: true,
  signerNum: 1,
  waitsFor: 'Sam Sites',
} satisfies Partial<ListedDocument>;

/** A PDF with one line of text on each page; `more` is said of the document, of its pages and at its end. */
export function aPdf(pages: readonly string[], more: { document?: string; page?: string; end?: string } = {}): string {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more.document ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, i) => {
      const drawn = `BT /F 12 Tf 20 300 Td (${text}) Tj ET`;
      const looks = '/MediaBox [0 0 300 400] /Resources << /Font << /F 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R ${looks} /Contents ${5 + i * 2} 0 R ${more.page ?? ''} >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `trailer << /Size ${size} /Root 1 0 R ${more.end ?? ''} >>\nstartxref\n${file.length}\n%%EOF`;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}${end}`;
}

/** What the server answers for the content of a document. */
export const contentOf = (document: Pick<ShipmentDocument, 'docId' | 'friendlyName' | 'filename'>, pdf: string) => ({
  docId: document.docId,
  friendlyName: document.friendlyName,
  filename: document.filename,
  contentType: 'application/pdf' as const,
  data: btoa(pdf),
  signatures: [],
  corrects: null,
  correctedBy: [],
  g_id: null,
  mayVerify: false,
  mayCorrect: false,
});

/** Whatever it is told to do besides what it knows, it does nothing. */
const idle = (known: Record<string, unknown>) =>
  new Proxy(known, { get: (has, name: string) => (name in has ? has[name] : () => undefined) });

/** pdf.js works in this thread, and draws on canvases that keep no picture. */
export function drawsPdfs(): void {
  const canvas = HTMLCanvasElement.prototype;
  const own = Object.getOwnPropertyDescriptor(canvas, 'getContext') ?? {};
  beforeAll(async () => {
    // What the build takes from react-pdf's own styles.
    document.body.style.setProperty('--react-pdf-text-layer', '1');
    const worker = 'pdfjs-dist/legacy/build/pdf.worker.mjs';
    Object.assign(globalThis, { pdfjsWorker: await import(/* @vite-ignore */ worker) });
    canvas.getContext = function (this: HTMLCanvasElement) {
      const known: Record<string, unknown> = {
        canvas: this,
        measureText: () => ({ width: 10, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 }),
        getTransform: () => new DOMMatrix(),
      };
      return idle(known);
    } as unknown as typeof canvas.getContext;
    globalThis.Path2D ??= function () {
      return idle({});
    } as unknown as typeof Path2D;
  });
  afterAll(() => {
    Object.defineProperty(canvas, 'getContext', own);
  });
}
