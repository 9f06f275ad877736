export interface Npi {
  npi: string;
  firstName: string;
  lastName: string;
}

/** What the trail says of an NPI that a delegate acts for no more. */
export function npiRemoved(delegateId: number, { npi, firstName, lastName }: Npi) {
  const fields = Object.entries({ npi, first_name: firstName, last_name: lastName });
  return {
    action: 'delegate.npi_removed' as const,
    record: { kind: 'delegate' as const, id: delegateId },
    changes: fields.map(([field, old]) => ({ field, old })),
  };
}
