import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, readEnv } from './env.ts';
import { readBrands } from './platform/brands.ts';

const random = 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa';
const production = {
  PORTAL_MODE: 'production',
  DATABASE_URL: 'postgres://portal@db/portal',
  TLS_AT_EDGE: 'yes',
  PORTAL_SECRET: random,
};

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each([
  ['PORTAL_MODE', 'demo'],
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '1.5'],
  ['DATABASE_URL', 'mysql://root:topsecret@db/portal'],
  ['DATABASE_URL', 'postgres://root:topsecret@db:port/portal'],
  ['DATABASE_POOL', '1'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy'],
  ['TRUSTED_PROXIES', '1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'true'],
  ['PORTAL_SECRET', 'topsecret'],
  ['PORTAL_SECRET', 'topsecret'.repeat(5)],
  ['TLS_AT_EDGE', 'true'],
  ['SMTP_URL', 'http://user:topsecret@mail'],
  ['SMS_URL', 'http://sms.example/send?key=topsecret'],
  ['SMS_URL', 'https://user:topsecret@sms.example/send'],
  ['SMS_URL', 'https://sms.example/send'],
  ['SMS_TOKEN', 'top secret topsecret'],
  ['IDENTITY', 'cognito'],
  ['COGNITO_REGION', 'Frankfurt'],
  ['COGNITO_ANY_REGION', 'true'],
  ['COGNITO_USER_POOL_ID', 'mypool'],
  ['COGNITO_CLIENT_ID', 'my client'],
  ['COGNITO_CLIENT_SECRET', 'top secret topsecret'],
  ['COGNITO_ENDPOINT', 'localhost:9229'],
  ['MAIL_FROM', 'nobody'],
  ['SIGN_IN_FAILURES_PER_ADDRESS', '0'],
  ['LOG_ENTRIES_PER_ADDRESS', '-1'],
  ['OPEN_CALLS_PER_ADDRESS', 'many'],
  ['PHYSICIAN_DASHBOARD_URL', 'javascript:alert(1)'],
  ['DEFAULT_PORTAL_URL', 'portal.example'],
  ['SPECIAL_PORTAL_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
])('SEC-37 a wrong %s (%s) stops the start with a sentence that names it and repeats no secret', (name, value) => {
  const reading = () => readEnv({ DATA_DIR: aFolder(), [name]: value });
  expect(reading).toThrow(ConfigurationError);
  expect(reading).toThrow(new RegExp(`^${name} .+\\.$`));
  expect(reading).not.toThrow(/topsecret/);
});

test('SEC-37 every wrong value is named at once', () => {
  expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT must be a number.*\nLOG_LEVEL /);
});

test.each([
  ['DATABASE_URL', undefined],
  ['TLS_AT_EDGE', undefined],
  ['TLS_AT_EDGE', 'no'],
  ['PORTAL_SECRET', undefined],
  ['PORTAL_SECRET', random.slice(0, 31)],
  ['PORTAL_SECRET', 'x'.repeat(64)],
])('SEC-37 production refuses to start with %s = %s', (name, value) => {
  expect(readEnv(production).mode).toBe('production');
  expect(() => readEnv({ ...production, [name]: value })).toThrow(new RegExp(`^${name} `));
});

const hosted = { IDENTITY: 'hosted', COGNITO_USER_POOL_ID: 'eu-central-1_Ab12', COGNITO_CLIENT_ID: '7h1n' };

test('IDP-11 SCN-13 a hosted user pool is in Europe, unless somebody says that it need not be', () => {
  const poolOf = (more: Record<string, string>) => readEnv({ PORTAL_SECRET: random, ...hosted, ...more }).hostedPool;
  expect(poolOf({ IDENTITY: 'embedded' })).toBeUndefined();
  expect(poolOf({})).toEqual({
    region: 'eu-central-1',
    userPoolId: 'eu-central-1_Ab12',
    clientId: '7h1n',
    clientSecret: undefined,
    endpoint: undefined,
  });
  const ireland = { COGNITO_REGION: 'eu-west-1', COGNITO_USER_POOL_ID: 'eu-west-1_Ab12' };
  expect(poolOf(ireland)).toMatchObject({ region: 'eu-west-1' });
  const elsewhere = { COGNITO_REGION: 'us-east-1', COGNITO_USER_POOL_ID: 'us-east-1_Ab12' };
  expect(() => poolOf(elsewhere)).toThrow(/^COGNITO_REGION must be in Europe.+us-east-1/);
  expect(poolOf({ ...elsewhere, COGNITO_ANY_REGION: 'yes' })).toMatchObject({ region: 'us-east-1' });
});

test.each([
  ['COGNITO_USER_POOL_ID', { COGNITO_USER_POOL_ID: '' }],
  ['COGNITO_CLIENT_ID', { COGNITO_CLIENT_ID: '' }],
  ['COGNITO_USER_POOL_ID', { COGNITO_USER_POOL_ID: 'us-east-1_Ab12' }],
  ['COGNITO_ENDPOINT', { COGNITO_ENDPOINT: 'http://127.0.0.1:9229' }],
])('SEC-37 production with a hosted user pool refuses to start with a %s like %j', (name, wrong) => {
  expect(readEnv({ ...production, ...hosted }).hostedPool?.region).toBe('eu-central-1');
  expect(() => readEnv({ ...production, ...hosted, ...wrong })).toThrow(new RegExp(`^${name} .+\\.$`));
});

test('an empty variable counts as left out, and what is left out has its default', () => {
  const env = readEnv({ PORTAL_SECRET: random, PORT: '', HOST: '', SMTP_URL: '' });
  expect(env).toMatchObject({
    mode: 'development',
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    smtpUrl: undefined,
    trustedProxies: [],
    tlsAtEdge: false,
  });
});

test('SEC-37 outside production a secret is made once, for the owner of the data alone', () => {
  const dataDir = aFolder();
  const first = readEnv({ DATA_DIR: dataDir }).secret;
  expect(readEnv({ DATA_DIR: dataDir }).secret).toEqual(first);
  expect(readEnv({ DATA_DIR: aFolder() }).secret).not.toEqual(first);
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
});

test('SEC-10 SEC-36 limits for each network address are a hundred times higher in test mode, unless they are set', () => {
  const limits = (more: Record<string, string>) => {
    const { signInFailuresPerAddress, logEntriesPerAddress } = readEnv({ PORTAL_SECRET: random, ...more });
    return [signInFailuresPerAddress, logEntriesPerAddress];
  };
  expect(limits({})).toEqual([100, 120]);
  expect(limits({ PORTAL_MODE: 'test' })).toEqual([10_000, 12_000]);
  expect(limits({ PORTAL_MODE: 'test', SIGN_IN_FAILURES_PER_ADDRESS: '5', LOG_ENTRIES_PER_ADDRESS: '7' })).toEqual([
    5, 7,
  ]);
});

test('OPN-28 a brand table that cannot be used stops the start with a sentence that names it', () => {
  const file = path.join(aFolder(), 'brands.json');
  const [brand] = JSON.parse(readFileSync(path.join(import.meta.dirname, '../brands/brands.json'), 'utf8')) as [
    Record<string, unknown>,
  ];
  const reading = (text: string) => () => {
    writeFileSync(file, text);
    return readBrands({ mode: 'production', brandsFile: file });
  };
  for (const text of [
    'no JSON',
    '[]',
    JSON.stringify([{ ...brand, more: 1 }]),
    JSON.stringify([{ ...brand, email: 'nobody' }]),
    JSON.stringify([{ ...brand, colours: { primary: '#ffffff', onPrimary: '#eeeeee' } }]),
  ]) {
    expect(reading(text)).toThrow(/^BRANDS_FILE /);
  }
  expect(() => readBrands({ mode: 'production', brandsFile: `${file}.missing` })).toThrow(/^BRANDS_FILE /);
  expect(reading(JSON.stringify([brand]))().all).toHaveLength(1);
});

test('SEC-37 the portal itself ends with the sentence and nothing more', () => {
  const ended = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PORTAL_MODE: 'production',
      DATABASE_URL: 'postgres://root:topsecret@127.0.0.1:1/x',
      TLS_AT_EDGE: 'yes',
      DATA_DIR: aFolder(),
    },
  });
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    'The portal cannot start.\nPORTAL_SECRET is needed in production.\n',
  ]);
});
