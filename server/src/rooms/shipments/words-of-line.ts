/** What the product of a `line` is called in it: a product that is changed leaves the words of before with the lines that it has. */
import { sql } from 'kysely';

const drugName = sql<string>`coalesce(line.drug_name, product.drug_name)`;
const dosageForm = sql<string>`coalesce(line.dosage_form, product.dosage_form)`;
/** Its name, with the strength, which may stand in either. */
export const nameOfLine = [drugName.as('drugName'), dosageForm.as('dosageForm')] as const;
export const isCalled = (name: { drugName: string; dosageForm: string }) =>
  sql<boolean>`(${drugName} = ${name.drugName} and ${dosageForm} = ${name.dosageForm})`;

/** What its quantity counts. */
export const unitOfLine = sql<string>`coalesce(line.quantity_unit, product.quantity_unit)`;

export const wordsOfLine = [...nameOfLine, unitOfLine.as('quantityUnit')] as const;

const ofItem = (column: 'item_number' | 'item_description') =>
  sql<
    string | null
  >`case when line.drug_name is null then ${sql.ref(`product.${column}`)} else ${sql.ref(`line.${column}`)} end`;
/** What a wholesaler knows it by; a product need not have it. */
export const itemOfLine = [
  ofItem('item_number').as('itemNumber'),
  ofItem('item_description').as('itemDescription'),
] as const;
