import type { RunningPortal } from '../../e2e/portal.ts';
import { readEnv } from '../../server/src/env.ts';
import { verifyAudit } from '../../server/src/platform/audit/verify.ts';
import type { World } from '../bench/world.ts';

/** What the verification of the audit trail says: "verified", or the first thing that does not fit. */
export async function verifyChain(world: World, portal: RunningPortal): Promise<string> {
  const env = readEnv({ PORTAL_MODE: 'test', DATA_DIR: portal.dataDir });
  const said = await verifyAudit(world.database, env);
  return said.ok ? 'verified' : said.problem;
}
