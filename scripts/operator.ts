/** The operator's command line: `npm run operator -- help`. With the same environment as the portal; docs/operators.md tells more. */
import { ConfigurationError, readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { operate } from '../server/src/operator/operate.ts';

try {
  const { ok, said } = await operate(process.argv.slice(2), async () => openGround(readEnv(process.env)));
  if (said !== '') (ok ? console.log : console.error)(said);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  if (error instanceof ConfigurationError) console.error(error.message);
  else console.error(`That did not work: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
