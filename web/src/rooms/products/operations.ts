/** What is said of the three things that can be done to a product (PRD-13 to PRD-15, ERR-05). */

interface Operation {
  done: string;
  failed: string;
}

const operations: Readonly<Record<string, Operation>> = {
  add: { done: 'Product successfully added.', failed: 'Failed to add a product' },
  update: { done: 'Product successfully updated.', failed: 'Failed to update product' },
  remove: { done: 'Product successfully removed.', failed: 'Failed to remove a product' },
};
export type OperationName = 'add' | 'update' | 'remove';

export const doneText = (name: OperationName): string => operations[name]?.done ?? '';
export const failedText = (name: OperationName): string => operations[name]?.failed ?? '';

/** What the dialog says of an operation that failed. */
export const alertText = (name: string): string =>
  Object.hasOwn(operations, name)
    ? `An error occurred while processing the ${name} operation.`
    : 'Invalid operation type.';

/** What was typed in stays in the form. */
export const goneText =
  'Someone else has deleted this product in the meantime. What is in the form is not saved; it can still be copied.';
