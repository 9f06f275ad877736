/** Papers that come with the demo's deliveries: two sheets, written here and kept by the act that keeps everybody's. */
import type { Pdf } from '#rooms/documents/door.ts';
import { uploadDocument } from '#rooms/shipments/door.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import type { Step } from './step.ts';

interface Delivery {
  /** Known once it has been asked for. */
  request: { id: number };
  daysAgo: number;
  isCold: boolean;
  partner: Viewer;
  receiver: Viewer;
}

/** Every few deliveries somebody adds papers; what was kept cold has its temperatures with it. */
export function planPapers(actAs: ActAs): (given: Delivery) => Step[] {
  const [delivery, temperatures] = [proofOfDelivery(), temperatureData()];
  let deliveries = 0;
  let cold = 0;
  return ({ request, daysAgo, isCold, partner, receiver }) => {
    const add = (later: number, by: Viewer, category: number, friendlyName: string, pdf: Pdf): Step => ({
      daysAgo: daysAgo - later,
      run: async () => {
        const filename = `${friendlyName.toLowerCase().replaceAll(' ', '-')}-${request.id}.pdf`;
        const paper = { requestId: request.id, category, filename, friendlyName, pdf };
        await uploadDocument(actAs(by), paper);
      },
    });
    if (isCold && ++cold % 5 === 0)
      return [
        add(0.04, partner, 3, 'Shipping confirmation', delivery),
        add(0.05, partner, 1, 'Temperature data', temperatures),
        add(0.06, receiver, 0, 'Proof of delivery', delivery),
      ];
    return ++deliveries % 12 === 0 ? [add(0.04, receiver, 0, 'Proof of delivery', delivery)] : [];
  };
}

const trial = 'Aurelia Migraine Study, AUR-101';

const proofOfDelivery = (): Pdf =>
  sheet([
    'Proof of delivery',
    trial,
    'The parcel arrived complete and undamaged. The seal was closed.',
    'It was put away by authorised staff on the day of its arrival.',
  ]);

/** A curve between two lines, hour by hour. */
function temperatureData(): Pdf {
  const at = (hour: number) =>
    `${72 + hour * 9} ${(480 + 22 * Math.sin(hour / 4) + 9 * Math.sin(hour * 1.7)).toFixed(1)}`;
  const curve = Array.from({ length: 49 }, (_, hour) => `${at(hour)} ${hour === 0 ? 'm' : 'l'}`).join(' ');
  const limits = [420, 540].map((y) => `72 ${y} m 504 ${y} l`).join(' ');
  return sheet(
    ['Temperature data', trial, 'Logged every hour for 48 hours. The lines are the limits, 2 and 8 degrees Celsius.'],
    { drawing: `0.7 G ${limits} S 0.1 0.35 0.6 RG 1.5 w ${curve} S` },
  );
}

/** A field of a form: what it is called, where it begins on the page, and how large it is. */
export type Field = readonly [name: string, x: number, y: number, width?: number, height?: number];

/** One page with a title, a few lines, a drawing and fields. Written by hand: a library for it would stay in memory for good. */
export function sheet(
  [title, ...lines]: readonly [string, ...string[]],
  { drawing = '', fields = [] }: { drawing?: string; fields?: readonly Field[] } = {},
): Pdf {
  const text = [`/F1 20 Tf 72 760 Td (${title}) Tj /F1 11 Tf`, ...lines.map((line) => `0 -24 Td (${line}) Tj`)];
  const content = `BT ${text.join(' ')} ET ${drawing}`;
  const numbers = fields.map((_, i) => `${i + 6} 0 R`).join(' ');
  const form = `/AcroForm << /Fields [${numbers}] /DA (/F1 11 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${fields.length > 0 ? form : ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${numbers}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...fields.map(
      ([name, x, y, width = 200, height = 35]) =>
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /F 4 /P 3 0 R /Rect [${x} ${y} ${x + width} ${y + height}] /DA (/F1 11 Tf 0 g) /MK << /BC [0.6 0.6 0.6] >> >>`,
    ),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
    // A test looks at them as an upload would be looked at; at a first start there is no time for it.
  ) as Uint8Array as Pdf;
}
