import { isEmptyList } from '#api/failure.ts';

/** A long report is several megabytes. */
export const wayOfReports = { waitMs: 60_000 };

/** The rows of a report; none where the answer is that there is nothing (404). */
export const rowsOrNone = <Row>(asked: Promise<Row[]>): Promise<Row[]> =>
  asked.catch((failure: unknown) => {
    if (isEmptyList(failure)) return [];
    throw failure;
  });
