/** The one call of a person: it goes on while they look at other pages, and what came of it is asked for until it is answered. */
import { longestCallSeconds, type Outcome } from '@portal/contract/calls/rules.ts';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { useKept } from '#kit/remember.ts';

export interface CurrentCall {
  patient: { uId: number; name: string; phone: string | null };
  /** Where it goes, once it is begun. */
  made: { number: string; startedAt: number } | null;
  /** How long it was, once it is over. */
  seconds: number | null;
  outcome: Outcome | null;
  note: string;
}

export const newCall = (patient: CurrentCall['patient']): CurrentCall => ({
  patient,
  made: null,
  seconds: null,
  outcome: null,
  note: '',
});

export const secondsSince = (at: number): number =>
  Math.min(longestCallSeconds, Math.max(0, Math.floor((serverNow().getTime() - at) / 1_000)));

/** A reload cuts the line: a call that was not begun is none, and one that ran is over. */
const afterReload = (call: CurrentCall | null): CurrentCall | null =>
  call?.made ? { ...call, seconds: call.seconds ?? secondsSince(call.made.startedAt) } : null;

export function useCurrentCall() {
  const { cpId } = useViewer();
  return useKept<CurrentCall | null>(`call ${cpId}`, null, afterReload);
}
