import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, globSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Connection } from './connection';
import { BrowserPage, type Look } from './page';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];
/** Where installers and test tools put one. */
const PLACES = [
  ...['/usr/lib/chromium/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['.cache', 'Library/Caches'].flatMap((cache) =>
    [
      'ms-playwright/chromium*-*/chrome-*/{chrome,headless_shell}',
      'puppeteer/chrome*/*/*/chrome{,-headless-shell}',
    ].map((place) => join(homedir(), cache, place)),
  ),
];

/** A Chromium of this machine: of CHROMIUM or CHROME, of PATH, or of the usual places. Undefined if there is none. */
export function findChromium(): string | undefined {
  const named = [process.env.CHROMIUM, process.env.CHROME].filter((path) => path !== undefined && path !== '');
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = [...named, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))];
  return found.find(isExecutable) ?? PLACES.flatMap((place) => globSync(place)).find(isExecutable);
}

function isExecutable(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const START_TIMEOUT_MS = 30_000;

/** A headless Chromium, driven by the DevTools protocol. */
export class Chromium {
  private constructor(
    private readonly child: ChildProcess,
    private readonly connection: Connection,
    private readonly folder: string,
  ) {}

  /** Starts it with a profile of its own. Throws with what it printed if it does not start. */
  static async start(path: string): Promise<Chromium> {
    const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
    const flags = ['--headless', '--disable-gpu', '--no-first-run', '--hide-scrollbars', '--remote-debugging-port=0'];
    // As root, as in containers, its sandbox refuses to start.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const child = spawn(path, [...flags, ...asRoot, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    const url = await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`${path} did not start: ${printed}`));
      child.stderr?.on('data', (chunk) => {
        printed += String(chunk);
        const [, found] = /DevTools listening on (ws:\S+)/.exec(printed) ?? [];
        if (found) resolve(found);
      });
      child.on('error', reject).on('exit', fail);
      setTimeout(fail, START_TIMEOUT_MS).unref();
    });
    return new Chromium(child, await Connection.open(url), folder);
  }

  /** An empty tab, of its own session, in which nothing is stored. */
  async page(look: Look): Promise<BrowserPage> {
    const { browserContextId } = await this.connection.send('Target.createBrowserContext');
    const { targetId } = await this.connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.connection.send('Target.attachToTarget', { targetId, flatten: true });
    return BrowserPage.open(this.connection, String(sessionId), look);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.connection.close();
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
