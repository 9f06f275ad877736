/** The units of the product list (PRD-08) by their singular; one that somebody typed has no plural we know of. */
const counted = new Set(['Bottle', 'Carton', 'Syringe', 'Tablet', 'Capsule', 'Kit', 'Vial', 'Pre-filled Syringe']);

/** What one of it is called: of capsules the list has the plural. */
export const oneOf = (quantityUnit: string): string => (quantityUnit === 'Capsules' ? 'Capsule' : quantityUnit);

/** "1 Bottle", "2 Bottles". */
export const amount = (line: { quantity: number | null; quantityUnit: string }): string => {
  const one = oneOf(line.quantityUnit);
  const unit = line.quantity !== 1 && counted.has(one) ? `${one}s` : one;
  return `${line.quantity ?? ''} ${unit}`.trim();
};
