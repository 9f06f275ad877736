/** The key of a company's brand on its hosts: no key of the installation has a digit. */
export const hostBrandKey = (brandId: number): string => `brand-${brandId}`;
