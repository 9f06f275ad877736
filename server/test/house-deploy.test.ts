import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allocation } from '../../scripts/allocation.ts';

/** The version of PostgreSQL's client programs that each Debian has. */
const clients: Record<string, number> = { bookworm: 15, trixie: 17 };
const found = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8'))?.[1] ?? '';

test('REL-13 the client programs in the image of the portal are not older than the database beside it: they would make no backup', () => {
  const client = clients[found('Dockerfile', /^FROM node:24-(\w+)-slim$/m)];
  const database = Number(found('compose.yaml', /image: postgres:(\d+)$/m));
  expect(database).toBeGreaterThanOrEqual(15);
  expect(client).toBeGreaterThanOrEqual(database);
});

/** What an operator does not set where the compose file runs: of the image and its network, of the owner alone, or of tests. */
const notByOperators = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'ADMIN_DATABASE_URL',
  'COGNITO_ENDPOINT',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'DEMO_MODE',
];
/** What the compose file itself settles: where its database and its brands are, and how its edge is reached. */
const ofTheComposeFile = [
  'DATABASE_URL',
  'BRANDS_FILE',
  'TLS_AT_EDGE',
  'TRUSTED_PROXIES',
  'METRICS_PORT',
  'STOP_DELAY_SECONDS',
];
/** What is not left out where ".env" leaves it out. */
const defaults: Record<string, string> = { PORTAL_SECRET: ':?', PORTAL_MODE: ':-production' };

test('PRV-07 REL-15 each setting that an operator may make reaches the portal of the compose file, such as an earlier secret', () => {
  const [, declared = ''] =
    /^const variables = z\.object\(\{$([\s\S]*?)^\}\);$/m.exec(
      readFileSync(path.join(import.meta.dirname, '../src/env.ts'), 'utf8'),
    ) ?? [];
  const known = [...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(known).toContain('PORTAL_EARLIER_SECRETS');
  const handed = [
    ...found('compose.yaml', /^ {2}environment: &settings\n((?: {4}.*\n)+)/m).matchAll(/^ {4}([A-Z_]+): (.+)$/gm),
  ].map(([, name = '', value = '']) => ({ name, value }));
  expect(known.filter((name) => !notByOperators.includes(name) && !handed.some((one) => one.name === name))).toEqual(
    [],
  );
  // What is left out of ".env" is left out of the portal's settings, which an empty one counts as.
  const own = handed.filter(({ name }) => !ofTheComposeFile.includes(name));
  expect(own.map(({ name, value }) => [name, value])).toEqual(
    own.map(({ name }) => [name, `\${${name}${defaults[name] ?? ':-'}}`]),
  );
  expect(handed.length - own.length).toBe(ofTheComposeFile.length);
});

test('REL-13 an upgrade by the compose file and the documents runs the new release: both commands make its images, where those of before would be taken', () => {
  const texts = ['deploy/compose.yaml', 'docs/operators.md'].map((file) =>
    readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'),
  );
  const commands = texts.map((text) =>
    text.match(/docker compose -f deploy\/compose\.yaml (?:up|run --rm(?: --build)? prepare)\b(?! node)[^`\n]*/g),
  );
  const both = [
    'docker compose -f deploy/compose.yaml run --rm --build prepare',
    'docker compose -f deploy/compose.yaml up -d --build',
  ];
  expect(commands).toEqual([both, both]);
});

test('REL-11 what each service of the compose file logs has a bound, as its disk is that of the database', () => {
  const services = found('compose.yaml', /^services:\n([\s\S]*?)^networks:/m).split(/^(?= {2}[a-z]+:$)/m);
  const bound = (service: string) => service.includes('logging: *log') || service.includes('<<: *portal');
  expect(services.map((service) => service.trim().split(':')[0])).toEqual(['database', 'prepare', 'portal', 'edge']);
  expect(services.filter((service) => !bound(service))).toEqual([]);
  expect(found('compose.yaml', /^x-portal: &portal\n {2}(.+)$/m)).toBe('logging: *log');
  expect(found('compose.yaml', /^x-log: &log (.+)$/m)).toBe(
    "{ driver: local, options: { max-size: 50m, max-file: '10' } }",
  );
});

test('an installation hands out memory as the measured server does', () => {
  const wanted = Object.entries(allocation).map(([name, value]) => `${name}=${value}`);
  expect(found('trellis.service', /^Environment=(MALLOC.+)$/m).split(' ')).toEqual(wanted);
  expect(found('Dockerfile', /^ENV (MALLOC.+)$/m).split(' ')).toEqual(wanted);
});
