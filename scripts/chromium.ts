import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const isRoot = process.getuid?.() === 0;

/** Quiet and offline; root may not use Chromium's own sandbox. */
const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/** What Playwright turns off; a second list takes the place of the first. */
export const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** Pages of its own that each window would load for an address bar that nobody sees, and a process in reserve: half a second a window. */
const neverSeen = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

/** Opens a Chromium, which is installed where there is none. */
export const openChromium = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: [...flags, `--disable-features=${[...offForPlaywright, ...neverSeen].join(',')}`, ...more],
    // Processes that share memory through files on a disk take a tenth longer; in containers the folder for it may be tiny.
    ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
  });

function hasRoomInMemory(): boolean {
  const { bavail, bsize } = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 };
  return bavail * bsize > 1024 ** 3;
}

/** The Chromium of this machine: the one asked for by CHROMIUM_PATH, the system's, or playwright's. */
function findChromium(): string | undefined {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return existsSync(asked) ? asked : undefined;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', chromium.executablePath()].find((path) => existsSync(path));
}

/** Finds a Chromium, installing one when there is none; throws one clear sentence when that fails. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.env['CHROMIUM_PATH']) throw new Error(`CHROMIUM_PATH names no file: ${process.env['CHROMIUM_PATH']}`);
  console.log('No Chromium found, installing one ...');
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (isRoot && /^ID=debian$/m.test(release)) {
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
  } else {
    const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
    run(process.execPath, cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
  }
  const installed = findChromium();
  if (!installed)
    throw new Error(
      'The browser tests need Chromium and it could not be installed: install it, or name one in CHROMIUM_PATH.',
    );
  return installed;
}

const run = (command: string, ...words: string[]) =>
  spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
