/** The units of the product list (PRD-08) by their singular; one that somebody typed has no plural we know of. */
const counted = new Set(['Bottle', 'Carton', 'Syringe', 'Tablet', 'Capsule', 'Kit', 'Vial', 'Pre-filled Syringe']);

/** "1 Bottle", "2 Bottles". Of capsules the list has the plural. */
export const amount = (line: { quantity: number | null; quantityUnit: string }): string => {
  const one = line.quantityUnit === 'Capsules' ? 'Capsule' : line.quantityUnit;
  const unit = line.quantity !== 1 && counted.has(one) ? `${one}s` : one;
  return `${line.quantity ?? ''} ${unit}`.trim();
};
