import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { neededAtOnce, targetOf } from './import-statements.ts';

const home = path.join(import.meta.dirname, '../..');

/** The packages that come along with a file, by whatever it needs at once; types stay behind. */
function packagesOf(first: string): Set<string> {
  const [packages, met, left] = [new Set<string>(), new Set([first]), [first]];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(path.join(home, file), 'utf8').replace(/^(?:import|export) type [^;]*;$/gm, '');
    for (const name of neededAtOnce(source)) {
      const target = targetOf(file, name);
      if (target === undefined) packages.add(name);
      else if (!met.has(target)) left.push(target);
      if (target !== undefined) met.add(target);
    }
  }
  return packages;
}

test.each(['web/src/main.tsx', 'web/src/pages/SignIn.tsx'])(
  'what %s brings to the sign-in page has no schemas: they weigh a sixth of it',
  (file) => {
    expect([...packagesOf(file)]).toContain('@mantine/core');
    expect([...packagesOf(file)]).not.toContain('zod');
    // A page that does read its replies by schemas is told apart.
    expect([...packagesOf('web/src/pages/Participants.tsx')]).toContain('zod');
  },
);
