import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '../..');
const mantine = path.join(web, '../node_modules/@mantine/core');
const packages = ['dates/esm', 'charts/esm/BarChart', 'charts/esm/ChartLegend', 'charts/esm/ChartTooltip'].map(
  (folder) => path.join(web, `../node_modules/@mantine/${folder}`),
);
const read = (file: string) => readFileSync(file, 'utf8');
/** Asked many times of few: a component is used in many files, and its parts by many components. */
function remembered<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, Found>();
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name) as Found;
  };
}

/** The components of Mantine that these source texts name. */
const namedIn = (sources: readonly string[]) =>
  sources.flatMap((source) =>
    [...source.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g)].flatMap(([, names]) =>
      (names ?? '').split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
    ),
  );

const broughtBy = remembered((file) =>
  existsSync(file)
    ? [...read(file).matchAll(/from\s*["'](\.[^"']+)["']/g)].map(([, next]) =>
        path.join(path.dirname(file), next ?? ''),
      )
    : [],
);

/** The files that a component brings along; its styles are those whose `.module` is among them. */
const stylesOf = remembered((component: string): string[] => {
  const [start] = globSync(`esm/components/*/**/${component}.mjs`, { cwd: mantine });
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of broughtBy(file)) follow(next);
  };
  if (start) follow(path.join(mantine, start));
  return [...seen].flatMap((file) => /components.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []);
});

const listedIn = (file: string) =>
  [...read(path.join(web, file)).matchAll(/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name ?? '');
const atOnce = listedIn('src/kit/all-styles.ts');
const later = listedIn('src/kit/later-styles.ts');

test('every component of Mantine that the portal uses has its styles in all-styles.ts or later-styles.ts', () => {
  const ours = globSync('src/**/*.tsx', { cwd: web, exclude: (name) => name.includes('.test.') });
  const theirs = packages.flatMap((folder) =>
    globSync('**/*.mjs', { cwd: folder }).map((file) => path.join(folder, file)),
  );
  const used = namedIn([...ours.map((file) => read(path.join(web, file))), ...theirs.map(read)]);
  const needed = [...new Set(used)].flatMap(stylesOf);
  expect(needed.length).toBeGreaterThan(10);
  expect([...new Set(needed)].filter((name) => ![...atOnce, ...later].includes(name)).sort()).toEqual([]);
});

test('whoever uses a component whose styles come later brings them along', () => {
  const sources = globSync('src/**/*.tsx', { cwd: web, exclude: (name) => name.includes('.test.') }).map((file) => ({
    file,
    text: read(path.join(web, file)),
  }));
  const users = sources.filter(({ text }) =>
    namedIn([text]).some((one) => stylesOf(one).some((style) => later.includes(style))),
  );
  expect(users.length).toBeGreaterThan(2);
  expect(users.filter(({ text }) => !text.includes("'#kit/later-styles.ts'")).map(({ file }) => file)).toEqual([]);
});

test('the styles come in the order of Mantine’s own list', () => {
  const all = read(path.join(mantine, 'styles.css'));
  const placeOf = (name: string) =>
    all.indexOf(/\.m_[0-9a-f]+/.exec(read(path.join(mantine, `styles/${name}.css`)))?.[0] ?? '');
  for (const listed of [atOnce, later]) {
    const places = listed.map(placeOf);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
});
