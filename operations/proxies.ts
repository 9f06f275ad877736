/** The proxies that `deploy/` has settings for, as Debian packages them, each in front of two processes for one test. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { onTestFinished } from 'vitest';
import { makeCertificate } from './certificate.ts';

const deploy = path.join(import.meta.dirname, '../deploy');
/** What the files of `deploy/` call the portal. */
export const hostName = 'portal.example.com';

export interface Proxy {
  /** Where the file says 443 and 80. */
  https: number;
  http: number;
  /** Of who signed its certificate. */
  ca: string;
  said: () => string;
}

interface Ground {
  folder: string;
  https: number;
  http: number;
  /** Ports of the two processes. */
  to: readonly [number, number];
}

interface Started {
  command: string[];
  env?: NodeJS.ProcessEnv;
  ca: () => string;
  /** A command that looks at the settings alone. */
  check: string[];
}

/** A file of `deploy/` with places of this machine; each of them must be in it. */
function placed(file: string, places: readonly (readonly [string, string])[]): string {
  let text = readFileSync(path.join(deploy, file), 'utf8');
  for (const [from, to] of places) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not say "${from}" any more.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** With Debian's own nginx.conf and its site for hosts that nobody named. */
function nginx({ folder, https, http, to }: Ground): Started {
  const { crt, key } = makeCertificate(folder, hostName);
  for (const name of ['conf.d', 'sites-enabled']) mkdirSync(path.join(folder, name));
  writeFileSync(
    path.join(folder, 'conf.d/trellis.conf'),
    placed('nginx.conf', [
      ['127.0.0.1:3000', `127.0.0.1:${to[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${to[1]}`],
      ['listen 80;', `listen ${http};`],
      ['listen 443 ', `listen ${https} `],
      ['/etc/trellis/tls/portal.crt', crt],
      ['/etc/trellis/tls/portal.key', key],
    ]),
  );
  writeFileSync(
    path.join(folder, 'sites-enabled/default'),
    `server { listen ${http} default_server; server_name _; root ${folder}/nothing; }`,
  );
  const main = path.join(folder, 'nginx.conf');
  const debians = readFileSync('/etc/nginx/nginx.conf', 'utf8')
    .replace('/run/nginx.pid', path.join(folder, 'pid'))
    .replace('/var/log/nginx/error.log', 'stderr')
    .replace('/var/log/nginx', folder)
    .replace('/etc/nginx/conf.d', path.join(folder, 'conf.d'))
    .replace('/etc/nginx/sites-enabled', path.join(folder, 'sites-enabled'));
  writeFileSync(main, debians);
  const words = ['/usr/sbin/nginx', '-e', path.join(folder, 'error.log'), '-c', main];
  return {
    command: [...words, '-g', 'daemon off;'],
    check: [...words, '-t', '-q'],
    ca: () => readFileSync(crt, 'utf8'),
  };
}

function haproxy({ folder, https, http, to }: Ground): Started {
  const { crt, key } = makeCertificate(folder, hostName);
  const pem = path.join(folder, 'portal.pem');
  writeFileSync(pem, readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    placed('haproxy.cfg', [
      ['127.0.0.1:3000', `127.0.0.1:${to[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${to[1]}`],
      ['bind :80\n', `bind :${http}\n`],
      ['bind :443 ', `bind :${https} `],
      ['/etc/trellis/tls/portal.pem', pem],
    ]),
  );
  const words = ['/usr/sbin/haproxy', '-f', file];
  return { command: [...words, '-db'], check: [...words, '-c', '-q'], ca: () => readFileSync(crt, 'utf8') };
}

/** It makes certificates of its own, which nobody outside would sign for this name. */
function caddy({ folder, https, http, to }: Ground): Started {
  const file = path.join(folder, 'Caddyfile');
  const places = `http_port ${http}\n\thttps_port ${https}\n\tadmin off\n\tlocal_certs\n\tskip_install_trust`;
  writeFileSync(
    file,
    placed('Caddyfile', [['\tauto_https disable_redirects', `\tauto_https disable_redirects\n\t${places}`]]),
  );
  const words = ['--config', file, '--adapter', 'caddyfile'];
  return {
    command: ['/usr/bin/caddy', 'run', ...words],
    check: ['/usr/bin/caddy', 'validate', ...words],
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      PORTAL_HOSTS: hostName,
      PORTAL_AT: to.map((port) => `127.0.0.1:${port}`).join(' '),
    },
    ca: () => readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
  };
}

const kinds = { nginx, haproxy, Caddy: caddy };
export type Kind = keyof typeof kinds;

/** What Caddy warns of, and deploy/Caddyfile means: it says itself what happens in the clear. */
const meant = /automatic HTTP->HTTPS redirects are disabled|listening only on the HTTP port, so no automatic HTTPS/;

/** In front of the processes at these ports, as soon as it serves them, with what its own check had to say about the file. */
export async function startProxy(kind: Kind, to: readonly [number, number]): Promise<Proxy & { complaints: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${kind}-`));
  // Its workers are another account.
  chmodSync(folder, 0o755);
  const [https, http] = [await aFreePort(), await aFreePort()];
  const { command, check, env, ca } = kinds[kind]({ folder, https, http, to });
  const [program = '', ...words] = command;
  if (!existsSync(program)) throw new Error(`${kind} is missing: "npm run operations" installs it.`);
  const [, ...checkWords] = check;
  const checked = spawnSync(program, checkWords, { encoding: 'utf8', env });
  let said = '';
  const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, env });
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  for (let tries = 0; !(await isOpen(https)); tries += 1) {
    if (tries > 100 || server.exitCode !== null) throw new Error(`${kind} does not start: ${checked.stderr}${said}`);
    await pause(50);
  }
  const complaints = (checked.stdout + checked.stderr)
    .split('\n')
    .filter(
      (line) => !line.includes('"level":"info"') && /warn|error|alert|emerg|fail/i.test(line) && !meant.test(line),
    );
  if (checked.status !== 0) complaints.push(`it ended with ${checked.status}`);
  return { https, http, ca: ca(), said: () => said, complaints: complaints.join('\n') };
}

export async function aFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: hostName, rejectUnauthorized: false }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
