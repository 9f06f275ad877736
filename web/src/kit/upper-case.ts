/**
 * What stands in a field, in upper case, with the caret where it was: React moves the caret to the end when it is given
 * another text than the one in the field.
 */
export function inUpperCase(field: HTMLInputElement): string {
  const { value, selectionStart } = field;
  const upper = value.toUpperCase();
  if (upper !== value) {
    field.value = upper;
    const caret = value.slice(0, selectionStart ?? value.length).toUpperCase().length;
    field.setSelectionRange(caret, caret);
  }
  return upper;
}
