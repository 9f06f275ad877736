/** How the fields of a document that is signed are called inside the PDF (BLD-11, OPS-56). */

export const fieldTypes = ['TextInput', 'Checkbox', 'RadioButton', 'Signature'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Points of a field as it is dropped (BLD-08). */
export const fieldSizes: Readonly<Record<FieldType, { width: number; height: number }>> = {
  TextInput: { width: 130, height: 35 },
  Signature: { width: 80, height: 35 },
  Checkbox: { width: 25, height: 25 },
  RadioButton: { width: 25, height: 25 },
};

export interface FieldName {
  type: FieldType;
  /** Counted from 0 over the whole document. */
  index: number;
  /** The number of the one who fills it, from 1. */
  signer: number;
  required: boolean;
  /** Only of fields of signer 1 that are no signature, and only where one was given. */
  label: string | null;
}

/** `TextInput0_1_Required_Patient First Name`. A full stop would make a field of a field, so it becomes a space. */
export const fieldName = ({ type, index, signer, required, label }: FieldName): string =>
  [
    `${type}${index}`,
    signer,
    required ? 'Required' : 'Optional',
    ...(signer === 1 && type !== 'Signature' && label ? [label.replaceAll('.', ' ')] : []),
  ].join('_');

const pattern = new RegExp(`^(${fieldTypes.join('|')})(\\d{1,6})_(\\d{1,3})_(Required|Optional)(?:_(.+))?$`, 's');

/** What a stored name says; null where it is none of ours, such as in a form that was made elsewhere. */
export function readFieldName(name: string): FieldName | null {
  const [, type, index, signer, need, label] = pattern.exec(name) ?? [];
  if (type === undefined) return null;
  return {
    type: type as FieldType,
    index: Number(index),
    signer: Number(signer),
    required: need === 'Required',
    label: label ?? null,
  };
}

const words = (subject: string, list: string) => list.split(', ').map((word) => `${subject} ${word}`);
/** The labels a text field of an order form can have; creating a request fills them (BLD-12 to BLD-15, OPS-57). */
export const orderFormLabels: readonly string[] = [
  'Date Prescription Required',
  'Protocol Number',
  'Sponsor',
  'Subject Number',
  ...words('Patient', 'Address, City, Country, DOB, First Name, Last Name, Phone, Zip, Province'),
  ...words('Site', 'Address, City, Country, Name, Phone, User Name, Zip, Province'),
  ...[1, 2, 3].flatMap((n) => words(`Drug ${n}`, 'Name and Form, Quantity, Direction, Days of Supply')),
];
/** Drugs that one order form has room for (OPS-71). */
export const drugsOfOrderForm = 3;
