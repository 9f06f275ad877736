import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, doubtsOf, readEnv } from './env.ts';
import { enoughBits, guessingBits } from './platform/core/secret-strength.ts';
import { readBrands } from './platform/core/brands.ts';
import { productionBrands } from '#test/production.ts';

const random = 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa';
const production = {
  PORTAL_MODE: 'production',
  DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
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
  ['DATABASE_DIRECT_URL', 'mysql://root:topsecret@db/portal'],
  ['MIGRATION_DATABASE_URL', 'mysql://root:topsecret@db/portal'],
  ['DATABASE_POOL', '1'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy'],
  ['TRUSTED_PROXIES', '1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.5, ::/0'],
  ['TRUSTED_PROXIES', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUSTED_PROXIES', '8000::/6'],
  ['TRUSTED_PROXIES', '2000::/7'],
  ['TRUSTED_PROXIES', '2001:db8::/23'],
  ['TRUSTED_PROXIES', '2002::/16'],
  ['TRUSTED_PROXIES', 'fe80::/9'],
  ['TRUSTED_PROXIES', 'fc00::/6'],
  ['TRUSTED_PROXIES', '::ffff:0:0/96'],
  ['TRUSTED_PROXIES', '0:0:0:0:0:ffff:0.0.0.0/103'],
  ['TRUSTED_PROXIES', '10.0.0.0/255.0.0.0'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['PORTAL_SECRET', 'topsecret'],
  ['PORTAL_SECRET', 'topsecret'.repeat(5)],
  ['PORTAL_EARLIER_SECRETS', 'topsecret'],
  ['PORTAL_EARLIER_SECRETS', `${random}, topsecret`],
  ['RETENTION_ACCESS_LOG_MONTHS', '71'],
  ['RETENTION_SECURITY_EVENTS_MONTHS', '12'],
  ['RETENTION_MESSAGES_DAYS', '6'],
  ['RETENTION_LOG_DAYS', '0'],
  ['TLS_AT_EDGE', 'true'],
  ['SMTP_URL', 'http://user:topsecret@mail'],
  ['SMS_URL', 'http://sms.example/send?key=topsecret'],
  ['SMS_URL', 'https://user:topsecret@sms.example/send'],
  ['SMS_URL', 'https://sms.example/send'],
  ['SMS_TOKEN', 'top secret topsecret'],
  ['DRUG_DIRECTORY_URL', 'http://drugs.example/ndc.json'],
  ['DRUG_DIRECTORY_URL', 'https://user:topsecret@drugs.example/ndc.json'],
  ['DRUG_DIRECTORY_URL', 'https://drugs.example/ndc.json?api_key=topsecret'],
  ['DRUG_DIRECTORY_KEY', 'topsecret'],
  ['IDENTITY', 'cognito'],
  ['COGNITO_REGION', 'Frankfurt'],
  ['COGNITO_ANY_REGION', 'true'],
  ['COGNITO_USER_POOL_ID', 'mypool'],
  ['COGNITO_CLIENT_ID', 'my client'],
  ['COGNITO_CLIENT_SECRET', 'top secret topsecret'],
  ['COGNITO_ENDPOINT', 'localhost:9229'],
  ['FILES_URL', '/var/files'],
  ['FILES_URL', 'file:///var/files'],
  ['FILES_URL', 'https://s3.example.com/portal-files'],
  ['FILES_URL', 's3://portal-files'],
  ['FILES_URL', 's3://portal-files?endpoint=s3.example.com'],
  ['FILES_URL', 's3://key:topsecret@portal-files?endpoint=https://s3.example.com'],
  ['FILES_URL', 's3://portal-files?endpoint=https://key:topsecret@s3.example.com'],
  ['FILES_URL', 's3://portal-files?endpoint=https://s3.example.com&secret=topsecret'],
  ['FILES_URL', 's3://portal-files?endpoint=https://s3.example.com&endpoint=https://s3.example.com'],
  ['FILES_URL', 's3://Portal_Files?endpoint=https://s3.example.com'],
  ['FILES_URL', 's3://portal-files/folder?endpoint=https://s3.example.com'],
  ['FILES_URL', 's3://portal-files?endpoint=https://s3.example.com&prefix=../other'],
  ['FILES_URL', 's3://portal-files?endpoint=https://s3.example.com&region=Frankfurt am Main'],
  ['FILES_URL', 's3://portal-files?endpoint=https://s3.eu-central-1.amazonaws.com'],
  ['MAIL_FROM', 'nobody'],
  ['OPERATOR_EMAIL', 'nobody'],
  ['SIGN_IN_FAILURES_PER_ADDRESS', '0'],
  ['LOG_ENTRIES_PER_ADDRESS', '-1'],
  ['OPEN_CALLS_PER_ADDRESS', 'many'],
  ['CAPTCHA', 'maybe'],
  ['DEMO_MODE', 'true'],
  ['CALL_MODE', 'yes'],
  ['SMTP_URL', 'smtp://'],
  ['PHYSICIAN_DASHBOARD_URL', 'javascript:alert(1)'],
  ['DEFAULT_PORTAL_URL', 'portal.example'],
  ['SPECIAL_PORTAL_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
])('SEC-37 a wrong %s (%s) stops the start with a sentence that names it and repeats no secret', (name, value) => {
  const reading = () => readEnv({ PORTAL_MODE: 'test', DATA_DIR: aFolder(), [name]: value });
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
  ['DEMO_MODE', 'on'],
  ['DEFAULT_PORTAL_URL', 'http://portal.example'],
  ['SPECIAL_PORTAL_URL', 'http://portal.example'],
  ['PHYSICIAN_DASHBOARD_URL', 'http://portal.example'],
])('SEC-37 production refuses to start with %s = %s', (name, value) => {
  expect(readEnv(production).mode).toBe('production');
  expect(() => readEnv({ ...production, [name]: value })).toThrow(new RegExp(`^${name} `));
});

test('SEC-18 SEC-36 TRUSTED_PROXIES takes addresses and ranges of a network of one’s own, as the server takes them', () => {
  const taken = '10.0.0.0/8, 127.0.0.1,fc00::/7, ::1, ::ffff:10.0.0.0/104, fe80::1%eth0, fe80::/10, 2606:4700::/24';
  const { trustedProxies } = readEnv({ PORTAL_SECRET: random, PORTAL_MODE: 'staging', TRUSTED_PROXIES: taken });
  expect(trustedProxies).toEqual(taken.split(',').map((one) => one.trim()));
  const trusts = proxyAddr.compile([...trustedProxies]);
  expect(
    ['10.1.2.3', '8.8.8.8', '::ffff:8.8.8.8', '2001:db8::1', 'fd00::1'].map((address) => trusts(address, 0)),
  ).toEqual([true, false, false, false, true]);
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db/portal' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'help@mail.example' }],
  ['SMS_URL', { SMS_URL: 'https://sms.example', SMS_TOKEN: 'token' }],
  ['TLS_AT_EDGE', { TLS_AT_EDGE: 'yes' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1' }],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'operator@portal.example' }],
  ['IDENTITY', { IDENTITY: 'hosted', COGNITO_USER_POOL_ID: 'eu-central-1_Ab12', COGNITO_CLIENT_ID: '7h1n' }],
  ['DEFAULT_PORTAL_URL', { DEFAULT_PORTAL_URL: 'https://localhost' }],
  ['DEFAULT_PORTAL_URL', { DEFAULT_PORTAL_URL: 'http://portal.example' }],
  ['SPECIAL_PORTAL_URL', { SPECIAL_PORTAL_URL: 'http://192.168.1.7:3000' }],
  ['PHYSICIAN_DASHBOARD_URL', { PHYSICIAN_DASHBOARD_URL: 'https://dashboard.example' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '192.168.1.7' }],
  ['HOST', { HOST: 'portal.example' }],
])('SEC-37 without its name no mode is taken with a %s: %j', (name, settings) => {
  const DATA_DIR = aFolder();
  const reading = (more: Record<string, string> = {}) => readEnv({ DATA_DIR, ...settings, ...more }).mode;
  expect(() => reading()).toThrow(ConfigurationError);
  expect(() => reading()).toThrow(
    `PORTAL_MODE must be named when ${name} is set: production, staging, development or test. Development and test have demo accounts with known passwords and show every mail.`,
  );
  for (const PORTAL_MODE of ['development', 'test', 'staging']) expect(reading({ PORTAL_MODE })).toBe(PORTAL_MODE);
});

test('SEC-37 without its name the mode is development only on loopback with the embedded database; every setting that wants a name is named', () => {
  const DATA_DIR = aFolder();
  for (const HOST of ['', '127.0.0.1', '127.8.0.1', '::1', 'localhost'])
    expect(readEnv({ DATA_DIR, HOST })).toMatchObject({ mode: 'development', isModeNamed: false });
  expect(readEnv({ DATA_DIR, PORTAL_MODE: 'development' }).isModeNamed).toBe(true);
  for (const DEFAULT_PORTAL_URL of ['http://localhost:3000', 'http://na.trialcard.test', 'http://[::1]:3000'])
    expect(readEnv({ DATA_DIR, DEFAULT_PORTAL_URL }).mode).toBe('development');
  const many = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example', TLS_AT_EDGE: 'yes' };
  expect(() => readEnv(many)).toThrow(/^PORTAL_MODE must be named when SMTP_URL, HOST and TLS_AT_EDGE are set: /);
  expect(() => readEnv({ MIGRATION_DATABASE_URL: 'postgres://owner@db/portal', PORTAL_MODE: 'test' })).toThrow(
    /^MIGRATION_DATABASE_URL needs DATABASE_URL/,
  );
  expect(() => readEnv({ DATABASE_DIRECT_URL: 'postgres://portal@db/portal', PORTAL_MODE: 'test' })).toThrow(
    'DATABASE_DIRECT_URL needs DATABASE_URL, the way through the pooler.',
  );
});

test.each([
  'changeme'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz012345',
  '0123456789abcdef0123456789abcdef',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  'qwertyuiopasdfghjklzxcvbnm123456',
  'correct horse battery staple correct horse',
  'sommer2026sommer2027sommer2028!!',
  'Harvest-Moon-2026!Harvest-Moon-2026!',
  '11112222333344445555666677778888',
  'aB3$aB3$aB3$aB3$aB3$aB3$aB3$aB3$0',
  's3cr3tK3yF0rTh1sInst4ll4t10nOf0urs',
  'your-256-bit-key-kept-in-a-safe-place',
  'kEy1kEy2kEy3kEy4kEy5kEy6kEy7kEy8',
  'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6',
  '112233445566778899aabbccddeeff00',
  'abc123def456ghi789jkl012mno345pq',
  'MEDIUM-trial-server-key-2026-11-22',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,',
  '!QAZ@WSX#EDC$RFV%TGB^YHN&UJM*IK<',
  'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6',
  'zaq12wsxcde34rfvbgt56yhnmju78ik,',
  // The same in another writing: "changemechangemechangeme", "correct horse battery staple", a row of the keyboard.
  'Y2hhbmdlbWVjaGFuZ2VtZWNoYW5nZW1l',
  'Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZQ==',
  'base64:Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZQ',
  'cXdlcnR5dWlvcGFzZGZnaGprbHp4Y3Zibm0xMjM0NTY=',
  '6368616e67656d656368616e67656d65',
  '0x636f727265637420686f7273652062617474657279',
  'WTI5eWNtVmpkQ0JvYjNKelpTQmlZWFIwWlhKNQ==',
])('SEC-37 a secret that somebody made up is refused in production and staging: %s', (PORTAL_SECRET) => {
  for (const PORTAL_MODE of ['production', 'staging'])
    expect(() => readEnv({ ...production, PORTAL_MODE, PORTAL_SECRET })).toThrow(
      new RegExp(
        `^PORTAL_SECRET must be random.+${PORTAL_MODE}.+"openssl rand -base64 32"|^PORTAL_SECRET must be random, not a few`,
      ),
    );
});

test('SEC-37 secrets as programs make them are taken', () => {
  // The same ones in each run: in one of some hundred thousand chance writes a word that tells.
  const bytes = (n: number, size: number) => createHash('shake256', { outputLength: size }).update(String(n)).digest();
  for (let n = 0; n < 500; n += 1)
    for (const secret of [
      bytes(n, 32).toString('base64'),
      bytes(n, 32).toString('base64url'),
      bytes(n, 48).toString('base64'),
      bytes(n, 32).toString('hex'),
      bytes(n, 16)
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12})$/, '$1-$2-4$3-$4-$5'),
    ])
      expect(guessingBits(secret), secret).toBeGreaterThanOrEqual(enoughBits);
});

test.each(['production', 'staging'])(
  'PRV-06 SEC-37 %s refuses to start where certificates are not looked at',
  (PORTAL_MODE) => {
    const reading = (value: string) =>
      readEnv({ ...production, PORTAL_MODE, NODE_TLS_REJECT_UNAUTHORIZED: value }).mode;
    expect(() => reading('0')).toThrow(`NODE_TLS_REJECT_UNAUTHORIZED must be left out in ${PORTAL_MODE}: `);
    expect(reading('1')).toBe(PORTAL_MODE);
  },
);

const hosted = { IDENTITY: 'hosted', COGNITO_USER_POOL_ID: 'eu-central-1_Ab12', COGNITO_CLIENT_ID: '7h1n' };

test('IDP-11 SCN-13 a hosted user pool is in Europe, unless somebody says that it need not be', () => {
  const poolOf = (more: Record<string, string>) =>
    readEnv({ PORTAL_MODE: 'test', PORTAL_SECRET: random, ...hosted, ...more }).hostedPool;
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

test.each([
  'postgres://portal@db/portal',
  'postgres://portal@127.0.0.1/portal',
  'postgres://portal@localhost/portal',
  'postgres://portal@db/portal?sslmode=disable',
  'postgres://portal@db/portal?sslmode=allow',
  'postgres://portal@db/portal?sslmode=prefer',
  'postgres://portal@db/portal?sslmode=no-verify',
  'postgres://portal@db/portal?sslmode=verify-full&sslmode=disable',
  'postgres://portal@db/portal?sslmode=disable&uselibpqcompat=true',
  'postgres://portal@db/portal?sslmode=require&uselibpqcompat=true',
  'postgres:///portal',
])('PRV-06 SEC-37 production refuses to start with a database without TLS: %s', (url) => {
  expect(() => readEnv({ ...production, DATABASE_URL: url })).toThrow(
    /^DATABASE_URL must ask for TLS in production: with sslmode=verify-full, or verify-ca, or require at least\.$/,
  );
  expect(() => readEnv({ ...production, MIGRATION_DATABASE_URL: url })).toThrow(
    /^MIGRATION_DATABASE_URL must ask for TLS in production: /,
  );
  expect(() => readEnv({ ...production, DATABASE_DIRECT_URL: url })).toThrow(
    /^DATABASE_DIRECT_URL must ask for TLS in production: /,
  );
  expect(() => readEnv({ ...production, ADMIN_DATABASE_URL: url })).toThrow(
    /^ADMIN_DATABASE_URL must ask for TLS in production: /,
  );
  expect(readEnv({ PORTAL_SECRET: random, PORTAL_MODE: 'staging', DATABASE_URL: url }).databaseUrl).toBe(url);
});

test.each([
  'postgres://portal@db/portal?sslmode=require',
  'postgres://portal@db/portal?sslmode=verify-ca',
  'postgresql://portal:top%20secret@db:5433/portal?application_name=x&sslmode=verify-full',
  'postgres://portal@%2Fvar%2Frun%2Fpostgresql/portal',
  'postgres:///portal?user=portal&host=/var/run/postgresql',
])('PRV-06 production takes a database over TLS, or on a socket of its own machine: %s', (url) => {
  expect(readEnv({ ...production, DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('PRV-06 SEC-37 a certificate for the database that is not there stops the start with a sentence', () => {
  const url = 'postgres://root:topsecret@db/portal?sslmode=verify-full&sslrootcert=/nowhere/ca.crt';
  const reading = () => readEnv({ ...production, DATABASE_URL: url });
  expect(reading).toThrow(
    /^DATABASE_URL cannot be used: the file of its sslrootcert cannot be read, or there is no such sslmode\.$/,
  );
});

test.each([
  'smtp://mail.example?ignoreTLS=true',
  'smtp://mail.example?requireTLS=false',
  'smtp://mail.example?opportunisticTLS=true',
  'smtps://mail.example?secured=true',
  'smtps://mail.example?service=gmail',
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtps://mail.example?name=portal&tls.minVersion=TLSv1',
])('PRV-06 SEC-37 production refuses to start with mail whose encryption is weakened: %s', (url) => {
  expect(() => readEnv({ ...production, SMTP_URL: url })).toThrow(/^SMTP_URL must not change how mail is encrypted/);
  const fine = 'smtps://user:pass@mail.example?name=portal.example&tls.servername=mail.example';
  expect(readEnv({ ...production, SMTP_URL: fine, MAIL_FROM: 'help@portal.example' }).smtpUrl).toBe(fine);
  expect(readEnv({ PORTAL_SECRET: random, PORTAL_MODE: 'test', SMTP_URL: url }).smtpUrl).toBe(url);
});

test.each(['production', 'staging'])('%s refuses to send mails from an address that nobody has', (PORTAL_MODE) => {
  const given = { ...production, PORTAL_MODE, SMTP_URL: 'smtps://mail.example' };
  expect(() => readEnv(given)).toThrow(
    new RegExp(`^SMTP_URL needs MAIL_FROM in ${PORTAL_MODE}, the address that mails are sent from\\.$`),
  );
  expect(readEnv({ ...given, MAIL_FROM: 'help@portal.example' }).mailFrom).toBe('help@portal.example');
  expect(readEnv({ PORTAL_SECRET: random, PORTAL_MODE: 'test', SMTP_URL: 'smtp://mail.example' }).mailFrom).toBe(
    'portal@trellis.example',
  );
});

test.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'])(
  'PRV-06 SEC-37 production and staging refuse a user pool that %s leads to in the clear',
  (name) => {
    for (const PORTAL_MODE of ['production', 'staging']) {
      const leading = (to: string) => () =>
        readEnv({ ...production, PORTAL_MODE, ...hosted, [name]: to }).hostedPool?.endpoint;
      expect(leading('http://127.0.0.1:4566')).toThrow(
        `${name} must be an address that starts with https:// in ${PORTAL_MODE}.`,
      );
      expect(leading('https://vpce-1.cognito-idp.example')()).toBeUndefined();
    }
  },
);

test('PRV-06 SEC-37 a stand-in for the user pool is spoken to in the clear in development and test alone', () => {
  const endpoint = (PORTAL_MODE: string, COGNITO_ENDPOINT: string) =>
    readEnv({ ...production, ...hosted, PORTAL_MODE, COGNITO_ENDPOINT }).hostedPool?.endpoint;
  expect(() => endpoint('staging', 'http://127.0.0.1:9229')).toThrow(
    'COGNITO_ENDPOINT must be an address that starts with https:// in staging.',
  );
  expect(() => endpoint('production', 'http://127.0.0.1:9229')).toThrow(/^COGNITO_ENDPOINT .+ in production\.$/);
  expect(endpoint('staging', 'https://pool.example')).toBe('https://pool.example');
  for (const mode of ['development', 'test'])
    expect(endpoint(mode, 'http://127.0.0.1:9229')).toBe('http://127.0.0.1:9229');
});

test('an empty variable counts as left out, and what is left out has its default', () => {
  const env = readEnv({ DATA_DIR: aFolder(), PORT: '', HOST: '', SMTP_URL: '', PORTAL_SECRET: '' });
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

test('PRV-07 earlier secrets are read by commas, one from before any was given among them, and the one of now is none', () => {
  const dataDir = aFolder();
  const own = readEnv({ DATA_DIR: dataDir }).secret.toString();
  const earlier = (given: string) => {
    const env = readEnv({
      PORTAL_MODE: 'test',
      DATA_DIR: dataDir,
      PORTAL_SECRET: random,
      PORTAL_EARLIER_SECRETS: given,
    });
    return [...env.earlierSecrets.map(String), env.maySecretsBeMissing];
  };
  const [one, other] = ['1'.repeat(40), 'with a comma, as some passphrases have one'];
  expect(earlier('')).toEqual([own, false]);
  expect(earlier(`${one}, ${other.replaceAll(',', '%2C')},${random}`)).toEqual([one, other, own, false]);
  expect(earlier(`${one},lost`)).toEqual([one, own, true]);
  // Where the portal serves others it has to be named: anybody may have laid it there.
  for (const mode of ['staging', 'production']) {
    const serving = {
      PORTAL_MODE: mode,
      DATABASE_URL: 'postgres://portal:x@db.example/portal?sslmode=verify-full',
      TLS_AT_EDGE: 'yes',
    };
    const given = { ...serving, DATA_DIR: dataDir, PORTAL_SECRET: random };
    expect([mode, readEnv(given).earlierSecrets]).toEqual([mode, []]);
    expect(readEnv({ ...given, PORTAL_EARLIER_SECRETS: own }).earlierSecrets.map(String)).toEqual([own]);
  }
  // A portal that made its secret by itself is for trying.
  expect(readEnv({ DATA_DIR: dataDir })).toMatchObject({ earlierSecrets: [], maySecretsBeMissing: true });
});

test('SEC-10 SEC-36 limits for each network address are a hundred times higher in test mode, unless they are set', () => {
  const limits = (more: Record<string, string>) => {
    const { signInFailuresPerAddress, logEntriesPerAddress } = readEnv({
      PORTAL_MODE: 'development',
      PORTAL_SECRET: random,
      ...more,
    });
    return [signInFailuresPerAddress, logEntriesPerAddress];
  };
  expect(limits({})).toEqual([100, 120]);
  expect(limits({ PORTAL_MODE: 'test' })).toEqual([10_000, 12_000]);
  expect(limits({ PORTAL_MODE: 'test', SIGN_IN_FAILURES_PER_ADDRESS: '5', LOG_ENTRIES_PER_ADDRESS: '7' })).toEqual([
    5, 7,
  ]);
});

test('SEC-36 a person’s limit of costly calls is the same in test mode, unless it is set', () => {
  const limit = (more: Record<string, string>) =>
    readEnv({ PORTAL_MODE: 'development', PORTAL_SECRET: random, ...more }).costlyCallsPerPerson;
  expect([limit({}), limit({ PORTAL_MODE: 'test' }), limit({ COSTLY_CALLS_PER_PERSON: '7' })]).toEqual([300, 300, 7]);
});

test('OPN-28 a brand table that cannot be used stops the start with a sentence that names it', () => {
  const folder = aFolder();
  const file = path.join(folder, 'brands.json');
  const [brand, other] = JSON.parse(readFileSync(productionBrands, 'utf8')) as [Record<string, unknown>, object];
  const reading = (text: string, mode: 'production' | 'development' = 'production') => {
    writeFileSync(file, text);
    return () => readBrands({ mode, brandsFile: file });
  };
  for (const text of [
    'no JSON',
    '[]',
    JSON.stringify([{ ...brand, more: 1 }]),
    JSON.stringify([{ ...brand, email: 'nobody' }]),
    JSON.stringify([{ ...brand, name: '' }]),
    JSON.stringify([{ ...brand, terms: ' ' }]),
    JSON.stringify([{ ...brand, colours: { primary: '#ffffff', onPrimary: '#eeeeee' } }]),
    JSON.stringify([{ ...brand, hosts: ['https://localhost'] }]),
    JSON.stringify([{ ...brand, hosts: ['localhost:3000'] }]),
  ]) {
    expect(reading(text)).toThrow(/^BRANDS_FILE /);
  }
  const wrong: [object[], string][] = [
    [[brand, { ...other, key: 'default' }], 'two brands have the key "default".'],
    [[brand, { ...other, hosts: ['Localhost'] }], 'the host "localhost" stands twice.'],
    [
      [{ ...brand, portalUrl: 'http://localhost' }],
      'portalUrl of "default" must start with https:// in production (is "http://localhost").',
    ],
    [
      [{ ...brand, portalUrl: 'https://portal.example.com' }],
      'hosts of "default" must name the host of its portalUrl, "portal.example.com": others are refused in production.',
    ],
    [
      [{ ...brand, logo: '/brands/nowhere.svg' }],
      `the image "/brands/nowhere.svg" of "default" is no file in ${path.resolve(import.meta.dirname, '../brands/assets')}, which the portal serves as /brands/.`,
    ],
    [[{ ...brand, logo: '/brands/default' }], 'the image "/brands/default" of "default" is no file in '],
    [
      [{ ...brand, logo: '/brands/default/../default/logo.svg' }],
      'the image "/brands/default/../default/logo.svg" of "default" is no file in ',
    ],
  ];
  for (const [brands, sentence] of wrong)
    expect(reading(JSON.stringify(brands))).toThrow(`BRANDS_FILE ${file}: ${sentence}`);
  expect(() => readBrands({ mode: 'production', brandsFile: `${file}.missing` })).toThrow(/^BRANDS_FILE /);
  expect(() => readBrands({ mode: 'production', brandsFile: undefined })).toThrow(
    /^BRANDS_FILE is needed in production/,
  );
  // For trying, links may lead anywhere.
  expect(reading(JSON.stringify([{ ...brand, portalUrl: 'http://localhost:3000' }]), 'development')().all).toHaveLength(
    1,
  );
  mkdirSync(path.join(folder, 'brands'));
  writeFileSync(path.join(folder, 'brands/own.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(reading(JSON.stringify([{ ...brand, logo: '/brands/own.svg' }]))().all).toHaveLength(1);
});

test('SEC-37 the portal itself ends with the sentence and nothing more', () => {
  const ended = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PORTAL_MODE: 'production',
      DATABASE_URL: 'postgres://root:topsecret@127.0.0.1:1/x?sslmode=verify-full',
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

test.runIf(process.geteuid?.() === 0)(
  'OPN-28 an image of a brand that the account of the portal cannot read stops the start, rather than being missing on the page',
  () => {
    const folder = aFolder();
    const file = path.join(folder, 'brands.json');
    const [brand] = JSON.parse(readFileSync(productionBrands, 'utf8')) as object[];
    writeFileSync(file, JSON.stringify([{ ...brand, logo: '/brands/own.svg' }]));
    mkdirSync(path.join(folder, 'brands'));
    chmodSync(folder, 0o755);
    const image = path.join(folder, 'brands/own.svg');
    writeFileSync(image, '<svg/>', { mode: 0o600 });
    const asAnother = () => {
      process.seteuid?.(65_534);
      try {
        return readBrands({ mode: 'production', brandsFile: file });
      } finally {
        process.seteuid?.(0);
      }
    };
    expect(asAnother).toThrow('the image "/brands/own.svg" of "default" cannot be read by this account.');
    chmodSync(image, 0o644);
    expect(asAnother().all).toHaveLength(1);
  },
);

test('SEC-18 production behind a proxy that is not named is doubted, since everybody would have its address', () => {
  expect(doubts({ ...withDirectory })).toEqual([
    'TRUSTED_PROXIES is left out: in limits, locks and records everybody has the address of the proxy.',
  ]);
  expect(doubts({ ...withDirectory, TRUSTED_PROXIES: '10.0.0.5' })).toEqual([]);
  expect(doubts({ ...withDirectory, PORTAL_MODE: 'staging' })).toEqual([]);
});

test('OPC-71 where real patients may be a directory of medications that is not named is doubted, since nothing is found without one', () => {
  const named = { TRUSTED_PROXIES: '10.0.0.5' };
  const sentence =
    'DRUG_DIRECTORY_URL is left out: no medication is found in a directory, and people type it themselves.';
  for (const PORTAL_MODE of ['production', 'staging']) {
    expect(doubts({ ...named, PORTAL_MODE })).toEqual([sentence]);
    expect(doubts({ ...named, ...withDirectory, PORTAL_MODE })).toEqual([]);
  }
  for (const PORTAL_MODE of ['development', 'test']) expect(doubts({ ...named, PORTAL_MODE })).toEqual([]);
});

const withDirectory = { DRUG_DIRECTORY_URL: 'https://api.fda.gov/drug/ndc.json' };
const doubts = (more: object) =>
  doubtsOf(readEnv({ ...production, BRANDS_FILE: productionBrands, DATA_DIR: aFolder(), ...more })).map(
    ({ problem }) => problem,
  );

test('SEC-37 a number that is out of its range is told what the range is', () => {
  expect(() => readEnv({ DATABASE_POOL: '1', PORT: '70000' })).toThrow(
    'PORT must be between 0 and 65535 (is "70000").\nDATABASE_POOL must be between 2 and 200 (is "1").',
  );
});

test('SEC-37 the numbers for Prometheus have a port of their own', () => {
  const given = { DATA_DIR: aFolder(), PORT: '4145' };
  expect(() => readEnv({ ...given, METRICS_PORT: '4145' })).toThrow(
    /^METRICS_PORT and PORT must differ \(both are 4145\)\.$/,
  );
  expect(readEnv({ ...given, METRICS_PORT: '4146' }).metricsPort).toBe(4146);
  // Two that are free.
  expect(readEnv({ ...given, PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
});

test.each([
  [{ DATABSE_URL: 'postgres://portal:topsecret@db/portal' }, 'DATABSE_URL is no setting: DATABASE_URL is meant.'],
  [{ portal_mode: 'production' }, 'portal_mode is no setting: PORTAL_MODE is meant.'],
  [{ TRUSTED_PROXYS: '10.0.0.1' }, 'TRUSTED_PROXYS is no setting: TRUSTED_PROXIES is meant.'],
  [{ TRUSTED_PROXY: '10.0.0.1' }, 'TRUSTED_PROXY is no setting: TRUSTED_PROXIES is meant.'],
  [{ STOP_DELAY: '5' }, 'STOP_DELAY is no setting: STOP_DELAY_SECONDS is meant.'],
  [{ PORTAL_LOGO: '/logo.png' }, 'PORTAL_LOGO is no setting.'],
])('SEC-37 a setting whose name is misspelt is not passed over: %j', (given, sentence) => {
  expect(() => readEnv({ DATA_DIR: aFolder(), ...given })).toThrow(sentence);
});

test('SEC-37 what else lies in the environment of a process is nobody’s misspelling', () => {
  const usual = {
    HOSTNAME: 'web-1',
    PATH: '/bin',
    HOME: '/root',
    PGHOST: 'db',
    POSTGRES_URL: 'x',
    NODE_OPTIONS: '',
    npm_lifecycle_event: 'start',
  };
  expect(readEnv({ DATA_DIR: aFolder(), ...usual }).mode).toBe('development');
});

test('SEC-37 PRV-06 in production security events leave the machine encrypted', () => {
  expect(() => readEnv({ ...production, SECURITY_STREAM: 'tcp://siem.example.com:6514' })).toThrow(
    'SECURITY_STREAM must be an address that starts with tls:// in production.',
  );
  expect(readEnv({ ...production, SECURITY_STREAM: 'tcp://127.0.0.1:6514' }).securityStream).toBe(
    'tcp://127.0.0.1:6514',
  );
  expect(() => readEnv({ SECURITY_STREAM: 'siem.example.com' })).toThrow(
    'SECURITY_STREAM must be "stdout" or an address such as',
  );
});

test('SEC-37 FILES_URL names a bucket with its endpoint, region and prefix; left out, files lie in DATA_DIR', () => {
  const bucketFrom = (FILES_URL?: string) => readEnv({ PORTAL_MODE: 'test', DATA_DIR: aFolder(), FILES_URL }).bucket;
  expect([bucketFrom(), bucketFrom('file:')]).toEqual([undefined, undefined]);
  expect(bucketFrom('s3://portal-files?endpoint=http://127.0.0.1:9000')).toEqual({
    name: 'portal-files',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    prefix: '',
  });
  expect(
    bucketFrom('s3://files.example?endpoint=https://s3.eu-central-1.amazonaws.com&region=eu-central-1&prefix=a/b'),
  ).toEqual({
    name: 'files.example',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    prefix: 'a/b/',
  });
});

test.each(['production', 'staging'])('SEC-37 PRV-06 in %s files go to a bucket encrypted', (PORTAL_MODE) => {
  const reading = (endpoint: string) => () =>
    readEnv({ ...production, PORTAL_MODE, FILES_URL: `s3://portal-files?endpoint=${endpoint}` });
  expect(reading('http://127.0.0.1:9000')).toThrow(
    `FILES_URL must name an endpoint that starts with https:// in ${PORTAL_MODE}.`,
  );
  expect(reading('https://s3.example.com')).not.toThrow();
});

test.each([{ AWS_ACCESS_KEY_ID: 'topsecret' }, { AWS_SECRET_ACCESS_KEY: 'topsecret' }])(
  'SEC-37 half of the credentials of AWS is told, and not repeated: %j',
  (given) => {
    expect(() => readEnv({ PORTAL_MODE: 'test', DATA_DIR: aFolder(), ...given })).toThrow(
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed together\.$/,
    );
  },
);
