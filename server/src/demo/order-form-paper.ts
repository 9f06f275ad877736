/** The paper of the demo's order form, and what its people draw on it. */
import { crc32, deflateSync } from 'node:zlib';
import type { Pdf } from '#rooms/documents/door.ts';
import { type Field, sheet } from './papers.ts';

export function orderForm(): Pdf {
  const fields: Field[] = [];
  const add = (label: string, x: number, line: number, width: number) =>
    fields.push([`TextInput${fields.length + 2}_1_Optional_${label}`, x, 754 - 24 * line, width, 20]);
  const rows: [text: string, ...fields: readonly (readonly [label: string, x: number, width: number])[]][] = [
    ['Celandine Eczema Study. Please check what is filled in, and correct it where it is wrong.'],
    ['Protocol, sponsor', ['Protocol Number', 190, 120], ['Sponsor', 320, 200]],
    ['Needed by', ['Date Prescription Required', 190, 120]],
    ['Subject, born on', ['Subject Number', 190, 120], ['Patient DOB', 320, 120]],
    ['Patient', ['Patient First Name', 190, 120], ['Patient Last Name', 320, 200]],
    ['Address of patient', ['Patient Address', 190, 200], ['Patient Zip', 400, 60], ['Patient City', 470, 80]],
    ['Site', ['Site Name', 190, 200], ['Site Phone', 400, 150]],
    ['Ordered by', ['Site User Name', 190, 200]],
    [''],
    ['Drug, quantity, days of supply, and how it is taken'],
    ...[1, 2, 3].flatMap((n) => [
      [
        `Drug ${n}`,
        [`Drug ${n} Name and Form`, 190, 200],
        [`Drug ${n} Quantity`, 400, 80],
        [`Drug ${n} Days of Supply`, 490, 60],
      ] as (typeof rows)[number],
      ['', [`Drug ${n} Direction`, 190, 360]] as (typeof rows)[number],
    ]),
    [''],
    [''],
    ['Signed by whoever places the request, and by the prescriber'],
  ];
  for (const [line, [, ...inLine]] of rows.entries())
    for (const [label, x, width] of inLine) add(label, x, line + 1, width);
  return sheet(['Order form', ...rows.map(([text]) => text)], {
    fields: [['Signature0_1_Required', 72, 240, 200, 60], ['Signature1_2_Required', 320, 240, 200, 60], ...fields],
  });
}

/** What somebody's hand leaves on the pad. */
export function drawing(seed: number): Buffer {
  const [width, height] = [360, 120];
  const rows = Array.from({ length: height }, () => Buffer.alloc(1 + width * 4));
  for (let x = 20; x < width - 20; x += 0.25) {
    const y = height / 2 + 26 * Math.sin(x / (11 + seed)) + 18 * Math.sin(x / (29 - 3 * seed));
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      rows[Math.round(y) + dy]?.set([20, 30, 120, 255], 1 + (Math.round(x) + dx) * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
