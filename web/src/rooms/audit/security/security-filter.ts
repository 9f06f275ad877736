/** What the security events are narrowed to, as it stands in the page's address. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { z } from 'zod';
import type { Search } from '../filter.ts';

export type SecurityFilter = Omit<Ours<typeof readSecurityEvents.query>, 'pageSize'>;

const { pageSize: _, ...known } = readSecurityEvents.query.shape;

/** What of an address is a filter; the rest of it, and what makes no sense, is left out. */
export function readSecurityFilter(search: Search): SecurityFilter {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(known)) {
    if (search[name] === undefined) continue;
    const result = z.safeDecode(schema as z.ZodType, search[name] as never);
    if (result.success) found[name] = result.data;
  }
  return found;
}
