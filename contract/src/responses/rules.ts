/** What stands in a response, and how long a link lives. */
export const longest = { answer: 4_000, note: 2_000, closingNote: 2_000 } as const;
export const mostAnswers = 500;
/** Of what a patient sends: some sixty of the longest answers. Open calls take less else. */
export const mostBytesSent = 262_144;
/** A code is good for so long, and bears so many wrong dates of birth. */
export const codeDays = 30;
export const birthDateTries = 5;
/** A flagged answer that nobody closed after so many hours is overdue. */
export const flagOverdueHours = 48;

/** OPC-70: `{assessment name, spaces as underscores}_Survey_Responses_{YYYY-MMM-DD}.csv`. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
export function exportName(surveyName: string, today: string): string {
  const [year, month, date] = today.split('-');
  return `${surveyName.replaceAll(' ', '_')}_Survey_Responses_${year}-${months[Number(month) - 1]}-${date}.csv`;
}
