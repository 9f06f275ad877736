/** Products of one drug name are told apart by their form (PKG-12); the strength may stand in either. */
export const productName = ({ drugName, dosageForm }: { drugName: string; dosageForm: string }): string =>
  `${drugName}, ${dosageForm}`;
