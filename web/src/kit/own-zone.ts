/** The time zone of this clock by its name of the IANA. Some browsers cannot say which it is: the days are then those of UTC. */
export function ownZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? undefined : timeZone;
}
