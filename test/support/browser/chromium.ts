import { accessSync, constants, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { shippedChromium } from './shipped-chromium';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];
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
const START_TIMEOUT_MS = 30_000;

type Launched = { readonly browser: Browser } | { readonly reason: string };

/** CHROMIUM's (throws if it fails), else an installed one, else npm's. `reason`: why none starts. */
export async function launchChromium(): Promise<Launched> {
  const named = process.env.CHROMIUM;
  if (named) return { browser: await launch({ executablePath: named }) };
  const reasons: string[] = [];
  for (const find of [installedChromium, shippedChromium])
    try {
      const options = find();
      if (options) return { browser: await launch(options) };
    } catch (error) {
      reasons.push(String(error));
    }
  const none = 'no Chromium is installed, and npm ships none for this platform; CHROMIUM names one';
  return { reason: reasons.join('; ') || none };
}

/** Without a GPU process: where its software renderer is slow, screenshots of long pages fail. */
const launch = (options: LaunchOptions) =>
  chromium.launch({ ...options, args: ['--disable-gpu'], timeout: START_TIMEOUT_MS });

function installedChromium(): LaunchOptions | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const executablePath = onPath.find(isExecutable) ?? PLACES.flatMap((place) => globSync(place)).find(isExecutable);
  return executablePath === undefined ? undefined : { executablePath };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
