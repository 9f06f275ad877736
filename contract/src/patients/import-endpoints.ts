/** Bringing in many patients from a file, first as a trial that changes nothing. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, recordId, text } from '../wire.ts';
import { patientAccess as access } from './access.ts';
import { mostImported } from './rules.ts';

/** One line of the file. `problems` keep it from coming in; a patient who is similar does not. */
const line = z.object({
  /** In the file, whose first line names the columns. */
  line: z.number(),
  name: z.string(),
  /** The day that the line was read as; null where it says none. */
  dateOfBirth: day.nullable(),
  /** PNW-06, PRF-02: null where the line says none that is known. */
  gender: z.literal([0, 1, 2]).nullable(),
  patientType: z.literal([1, 2, 3]).nullable(),
  problems: z.array(z.string()),
  similar: z.array(z.object({ u_ID: z.number(), name: z.string() })),
  /** An earlier line of the file with a patient who is similar. */
  similarLine: z.number().nullable(),
});
export type ImportedLine = z.output<typeof line>;

const reply = z.object({ lines: z.array(line).max(mostImported), added: z.number(), message: z.string() });

/**
 * OPC-53, OPC-65: with `dryRun` it says what would happen and changes nothing; otherwise all lines come in, or, where any of them has a
 * problem, none. They are pending, and in the care group where one is named.
 */
export const importPatients = endpoint({
  method: 'POST',
  path: '/patients/import',
  summary: 'A person with root access imports patients from a CSV file',
  access: { ...access, reach: 'company' },
  creates: true,
  isCostly: true,
  body: z.strictObject({ csv: text(800_000), g_id: recordId('care_group').nullish(), dryRun: flag }),
  reply,
  /** What changed nothing is read anew; of what came in, nobody's name and day of birth. */
  keepsOfAnswer: (answer: z.output<typeof reply>) => (answer.added === 0 ? null : { ...answer, lines: [] }),
  failure: 'Unable to import patients.',
});
