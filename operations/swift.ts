/** OpenStack Swift as Debian packages it, which speaks the S3 protocol in production: signatures, parts, versions. One for each test. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const kinds = ['account', 'container', 'object'] as const;

/** Where each kind of server keeps everything, once. */
const rings = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], kind))
`;

export interface Swift {
  endpoint: string;
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Stops answering without closing anything, as a machine does that hangs; and goes on. */
  hang: () => void;
  goOn: () => void;
}

export async function startSwift(): Promise<Swift> {
  if (!existsSync('/usr/bin/swift-proxy-server'))
    throw new Error('Swift is missing: "npm run operations" installs it.');
  // Not in memory: Swift keeps what it knows of a file in the attributes of the file.
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-swift-'));
  const servers: ChildProcess[] = [];
  onTestFinished(async () => {
    const ended = servers.filter(({ exitCode }) => exitCode === null).map((server) => once(server, 'exit'));
    for (const server of servers) {
      server.kill('SIGCONT');
      server.kill('SIGKILL');
    }
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  mkdirSync(path.join(folder, 'devices/d1'), { recursive: true });
  writeFileSync(
    path.join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const usual = (port: number) =>
    `bind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim()}\nswift_dir = ${folder}\nlog_address = ${folder}/no-log\n`;
  const begin = (kind: string, text: string) => {
    const file = path.join(folder, `${kind}.conf`);
    writeFileSync(file, text);
    const server = spawn(`swift-${kind}-server`, [file], {
      cwd: folder,
      stdio: 'ignore',
    });
    servers.push(server);
    return server;
  };
  const ports: number[] = [];
  for (const kind of kinds) {
    const port = await freePort();
    ports.push(port);
    begin(
      kind,
      `[DEFAULT]\n${usual(port)}devices = ${folder}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
  }
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', rings, folder, ...ports.map(String)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The rings of Swift: ${stderr}`);
  const port = await freePort();
  const filters = [
    'catch_errors',
    'gatekeeper',
    'cache',
    's3api',
    'tempauth',
    'copy',
    'slo',
    'dlo',
    'versioned_writes',
    'symlink',
  ];
  const settings: Record<string, string> = {
    s3api: 's3_acl = no\nlocation = us-east-1\nmin_segment_size = 5242880\n',
    tempauth: 'user_portal_files = topsecret .admin\n',
    versioned_writes: 'allow_object_versioning = true\n',
  };
  const proxy = begin(
    'proxy',
    `[DEFAULT]\n${usual(port)}[pipeline:main]\npipeline = ${filters.join(' ')} proxy-server\n` +
      `[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n` +
      filters
        .map(
          (name) =>
            `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${settings[name] ?? ''}`,
        )
        .join(''),
  );
  const endpoint = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      break;
    if (tries > 150) throw new Error('Swift does not start.');
    await pause(100);
  }
  return {
    endpoint,
    credentials: { AWS_ACCESS_KEY_ID: 'portal:files', AWS_SECRET_ACCESS_KEY: 'topsecret' },
    hang: () => void proxy.kill('SIGSTOP'),
    goOn: () => void proxy.kill('SIGCONT'),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
