/** A document under its own name alone: how a file is called on a computer may say whom it is about (PRV-04). */
export const withoutFile = (friendlyName: string) => ({
  friendlyName,
  // What saves it takes what is behind a slash for its name.
  filename: `${friendlyName.replace(/\.pdf$/i, '').replace(/[\\/]/g, '-')}.pdf`,
});
