/** Security events as a file (SEC-39): every one that fits, a row each. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { exportSecurityEvents, type SecurityEntry } from '@portal/contract/audit/security-endpoints.ts';
import {
  securityEventWords,
  securityFactorWords,
  securityOutcomeWords,
  type SecurityOutcome,
} from '@portal/contract/audit/security-words.ts';
import { call } from '#api/call.ts';
import type { CsvRow } from '#kit/csv.ts';
import { allRows, portionWay } from '../portions.ts';
import type { SecurityFilter } from './security-filter.ts';
import type { FetchRows } from '../use-export.ts';

export const exportSecurityRows: FetchRows<SecurityFilter> = ({ page: _page, ...filter }, signal, onProgress) =>
  allRows<Ours<typeof exportSecurityEvents.reply>>(
    (before) => call(exportSecurityEvents, { query: { ...filter, before } }, { signal, ...portionWay }),
    ({ entries }) => entries.map(rowOf),
    onProgress,
  );

const rowOf = (entry: SecurityEntry): CsvRow => ({
  'Time (UTC)': entry.at.toISOString().replace('T', ' ').replace('Z', ''),
  Event: securityEventWords(entry.event),
  Outcome: outcomeWords(entry.outcome),
  Person: personWords(entry),
  'Person number': entry.cpId,
  'Email hash': entry.emailHash,
  Factor: securityFactorWords(entry.factor),
  Host: entry.host,
  Address: entry.address,
  Call: entry.call,
  Request: entry.requestId,
});

export const outcomeWords = (outcome: string): string => securityOutcomeWords[outcome as SecurityOutcome] ?? outcome;

export const personWords = ({ person, cpId, isSystem }: SecurityEntry): string =>
  person ?? (cpId !== null ? `Person ${cpId}` : isSystem ? 'System or operator' : 'Unknown account');
