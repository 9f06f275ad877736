/** The time of a signature as it is printed, with its zone: `23-Nov-2026 14:03:27 UTC`. */
export function timeAsPrinted({ at, zone = 'UTC' }: { at: Date; zone?: string }): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const clock = `${part('hour')}:${part('minute')}:${part('second')}`;
  return `${part('day')}-${part('month')}-${part('year')} ${clock} ${part('timeZoneName')}`;
}
