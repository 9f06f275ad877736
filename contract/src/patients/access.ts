/** Whose a call about patients may be. */
import { siteSide } from '../access.ts';

/** Partners get 403 on patient calls, and sponsors get no data of people (OPC-08, PRV-04). */
export const patientAccess = { types: siteSide } as const;
/** What the dashboard, the answering of assessments and their exports alone ask for: without these pages nobody has it (SEC-24, RTE-06 to RTE-08). */
export const assessmentAccess = { ...patientAccess, module: 'Assessments' } as const;
