/** An audit trail and accounts, as the server answers them. */
import * as api from '@portal/contract/audit/endpoints.ts';
import { readSecurityEvents, type SecurityEntry } from '@portal/contract/audit/security-endpoints.ts';
import type { Reply } from './portal.tsx';

export const noon = new Date('2026-11-22T12:00:00.000Z');

export const anEntry = (number: number, more: Partial<api.AuditEntry> = {}): api.AuditEntry => ({
  number,
  at: new Date('2026-11-22T09:15:00.123Z'),
  cpId: 7,
  person: 'Nora Quill',
  type: 'Site User',
  kind: 'participant.changed',
  recordKind: 'participant',
  recordId: '4',
  changes: [{ field: 'last_name', old: 'Lovelace', new: 'Byron' }],
  reason: null,
  host: 'portal.example',
  requestId: `request-${number}`,
  ...more,
});
export const names = { 'participant:4': '101-001', 'partner:2': 'Northgate Pharmacy', 'provider:7': 'Nora Quill' };

export const anAccount = (more: Partial<api.Account> = {}): api.Account => ({
  cpId: 7,
  fName: 'Nora',
  lName: 'Quill',
  email: 'nora@meridian.example',
  type: 'Site User',
  adminRights: false,
  isPrescriber: true,
  groups: [{ gId: 2, name: 'Boston General', since: new Date('2026-02-03T09:00:00.000Z') }],
  partner: null,
  sponsor: null,
  state: 'active',
  wasLocked: false,
  createdAt: new Date('2026-01-05T08:00:00.000Z'),
  lastSignInAt: new Date('2026-11-20T08:15:00.000Z'),
  notSignedInFor90Days: false,
  ...more,
});

export const peopleReply: Reply = [
  api.listAuditPeople,
  {
    people: [
      { cpId: 7, fName: 'Nora', lName: 'Quill', type: 'Site User' },
      { cpId: 8, fName: 'Ola', lName: 'Admin', type: 'Admin' },
    ],
  },
];
export const auditReply = (entries: readonly api.AuditEntry[], total = entries.length, more = false): Reply => [
  api.readAudit,
  { entries, total, more, names },
];

export const aSecurityEvent = (number: number, more: Partial<SecurityEntry> = {}): SecurityEntry => ({
  number,
  at: new Date('2026-11-22T09:15:00.123Z'),
  event: 'sign_in',
  outcome: 'done',
  cpId: 7,
  person: 'Nora Quill',
  isSystem: false,
  emailHash: 'ab12.hash',
  factor: 'password',
  host: 'portal.example',
  address: '198.51.100.7',
  requestId: `request-${number}`,
  call: null,
  ...more,
});
export const securityReply = (entries: readonly SecurityEntry[], total = entries.length, more = false): Reply => [
  readSecurityEvents,
  { entries, total, more },
];
