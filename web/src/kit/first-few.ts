const most = 3;
/** Names in a sentence that must not grow with them: "Ann, Bo, Cy, and 2 more". */
export function firstFew(names: readonly string[]): string {
  const named = names.slice(0, most);
  const others = names.length - named.length;
  return new Intl.ListFormat('en').format(others > 0 ? [...named, `${others} more`] : named);
}
