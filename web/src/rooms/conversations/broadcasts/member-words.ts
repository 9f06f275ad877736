/** How many take part in a broadcast (BCT-01), and how many of them are patients: the care providers are members as well. */
export function memberWords({
  numOfParticipants: all = 0,
  numOfPatients: patients = 0,
}: {
  numOfParticipants?: number | undefined;
  numOfPatients?: number | undefined;
}): string {
  const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `${count(all, 'member')}: ${count(patients, 'patient')}, ${count(all - patients, 'care provider')}`;
}
