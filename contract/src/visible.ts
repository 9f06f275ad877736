/** Blanks, and what no screen shows, say nothing: a text of nothing else is as good as empty. Within words such letters have a meaning. */
export const isVisible = (text: string): boolean =>
  /[^\p{Default_Ignorable_Code_Point}\p{Cf}\s\u0085\u2800]/u.test(text);
