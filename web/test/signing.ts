/** Forms to sign as the field builder makes them, and what a browser draws that happy-dom cannot. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { readToSign, sign, stepUp } from '@portal/contract/signing/endpoints.ts';
import type { SigningKind } from '@portal/contract/signing/rules.ts';
import { afterAll, beforeAll } from 'vitest';
import type { BuilderField, BuilderState } from '#rooms/documents/builder/fields.ts';
import { buildForm } from '#rooms/documents/builder/write-form.ts';
import { aListedDocument, toSign } from './documents.ts';
import type { Reply } from './portal.tsx';

type Placed = Pick<BuilderField, 'name'> & Partial<BuilderField>;
const at = (name: BuilderField['name'], signer: number, y: number, more: Partial<BuilderField> = {}): Placed => ({
  name,
  signer,
  y,
  ...more,
});
const group = { groupId: 'g0' };

/** Of signer 1: a name, a note, a tick, one of two ways and a signature; of signer 2 a note and a signature on the second page. */
const ordinary: readonly Placed[] = [
  at('TextInput', 1, 60, { label: 'Patient First Name' }),
  at('TextInput', 1, 110, { label: 'Patient Address', required: false }),
  at('Checkbox', 1, 160, { required: false }),
  at('RadioButton', 1, 200, group),
  at('RadioButton', 1, 200, { ...group, x: 100 }),
  at('Signature', 1, 250),
  at('TextInput', 2, 60, { page: 1, required: false }),
  at('Signature', 2, 110, { page: 1 }),
];
export const names = {
  firstName: 'TextInput0_1_Required_Patient First Name',
  address: 'TextInput1_1_Optional_Patient Address',
  agrees: 'Checkbox2_1_Optional',
  route: 'RadioButton3_1_Required',
  signature: 'Signature4_1_Required',
  second: 'Signature6_2_Required',
} as const;

let made: Promise<Uint8Array> | undefined;
/** The ordinary one is made once: nobody writes into what was dealt. */
export const aForm = (fields?: readonly Placed[]): Promise<Uint8Array> =>
  fields ? make(fields) : (made ??= make(ordinary));

async function make(fields: readonly Placed[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const _ of [1, 2]) document.addPage([300, 400]).drawText('What is signed', { x: 20, y: 370, size: 12 });
  const state: BuilderState = {
    pages: [1, 2].map(() => ({ width: 300, height: 400 })),
    foreign: [],
    fields: fields.map((field, n) => ({
      id: `f${n}`,
      label: '',
      value: '',
      width: field.name === 'TextInput' ? 130 : field.name === 'Signature' ? 80 : 25,
      height: field.name === 'TextInput' || field.name === 'Signature' ? 35 : 25,
      x: 20,
      y: 20,
      required: true,
      boundingColor: '#1864ab',
      signer: 1,
      groupId: null,
      page: 0,
      ...field,
    })),
  };
  return buildForm(await document.save(), state);
}

/** A document that waits for this person, in the list and opened; what the server answers to its signature. */
export async function aSigning(given: { kind?: SigningKind; pdf?: Uint8Array; more?: object } = {}) {
  const { kind = 'general', pdf = await aForm(), more = {} } = given;
  const listed = aListedDocument({
    ...toSign,
    docId: 61,
    friendlyName: 'Consent to ship',
    isUserManagementReport: kind === 'report',
    ...more,
  });
  const data = Buffer.from(pdf).toString('base64');
  const replies: Reply[] = [
    [readToSign, { ...listed, data, kind, signatures: [] }],
    [stepUp, { proof: 'the-proof', expiresAt: new Date(Date.now() + 900_000) }],
    [sign, { message: 'Signed.', docId: 61, isCompletelySigned: false }],
  ];
  return { listed, replies, pdf };
}

/** Two points, one of them dark. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGMQUPD+zwAEAAgmAXuuR+88AAAAAElFTkSuQmCC',
  'base64',
);
/** Of that picture (OPS-58). */
export const sha384OfPng = async () =>
  Buffer.from(await crypto.subtle.digest('SHA-384', new Uint8Array(png))).toString('hex');

/** Canvases give this picture, and the wait of SGN-14 is over at once. */
export function signsDocuments(): void {
  const canvas = HTMLCanvasElement.prototype;
  const toBlob = Object.getOwnPropertyDescriptor(canvas, 'toBlob') ?? {};
  const { setTimeout } = globalThis;
  beforeAll(() => {
    canvas.toBlob = (done) => done(new Blob([new Uint8Array(png)], { type: 'image/png' }));
    globalThis.setTimeout = ((act: () => void, ms = 0, ...more: []) => {
      return setTimeout(act, ms === 2_000 ? 0 : ms, ...more);
    }) as typeof setTimeout;
  });
  afterAll(() => {
    Object.defineProperty(canvas, 'toBlob', toBlob);
    globalThis.setTimeout = setTimeout;
  });
}
