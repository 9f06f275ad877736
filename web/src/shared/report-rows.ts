import type { Asked, Endpoint, Ours } from '@portal/contract/endpoint.ts';
import { ask } from '#api/call.ts';
import { CallFailure, isEmptyList } from '#api/failure.ts';

/** A long report is several megabytes. */
export const wayOfReports = { waitMs: 60_000 };

/** The rows of a report; none where the answer is that there is nothing (404). */
export const rowsOrNone = <Row>(asked: Promise<Row[]>): Promise<Row[]> =>
  asked.catch((failure: unknown) => {
    if (isEmptyList(failure)) return [];
    throw failure;
  });

/** All rows of a list, or none (OPS-23): a file or a report that was cut short would not look like one. */
export async function wholly<E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  tooLong: string,
): Promise<Ours<E['reply']>> {
  const { reply, more } = await ask(endpoint, asked, wayOfReports);
  if (more !== null) throw new CallFailure(400, { code: 'report.too_long', message: tooLong });
  return reply;
}

export const isTooLong = (failure: unknown): failure is CallFailure =>
  failure instanceof CallFailure && failure.code === 'report.too_long';
