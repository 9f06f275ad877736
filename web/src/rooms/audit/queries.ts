import * as api from '@portal/contract/audit/endpoints.ts';
import { readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import type { AuditFilter } from './filter.ts';
import { isInOrder } from './narrowed.ts';
import type { SecurityFilter } from './security/security-filter.ts';

/** The entries of one page; those of the page before stay until they are here. */
export const useAudit = (filter: AuditFilter, pageSize: number) =>
  useQuery({
    ...read(api.readAudit, { query: { ...filter, pageSize } }),
    placeholderData: keepPreviousData,
    enabled: isInOrder(filter),
  });

export const useSecurityEvents = (filter: SecurityFilter, pageSize: number) =>
  useQuery({
    ...read(readSecurityEvents, { query: { ...filter, pageSize } }),
    placeholderData: keepPreviousData,
    enabled: isInOrder(filter),
  });

export const useAuditPeople = () => useQuery(read(api.listAuditPeople));

/** There is none of a day after the last, nor before one is named. */
export const useAccessReport = (day: string | null, last: string) =>
  useQuery({ ...read(api.accessReport, { query: { day: day ?? last } }), enabled: day !== null && day <= last });
