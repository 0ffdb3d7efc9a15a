import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};
const VERSION = String(devDependencies['@sparticuz/chromium']);
/** Unpacks into TMPDIR. It takes a process of its own, because the package has no other way to name the folder. */
const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()";

/**
 * How to launch the Chromium of `@sparticuz/chromium`, which brings its libraries and fonts: a bare Debian 12 needs no
 * package for it. Unpacked once per version (two seconds, 210 MB). Undefined where the package has no binary: it is
 * built for Linux on x64 only. Throws what the unpacking printed if it fails.
 */
export function shippedChromium(): LaunchOptions | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = resolve('dist/chromium', VERSION);
  if (!existsSync(folder)) unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Renames the folder once it is complete, so that an interrupted run leaves no half-unpacked browser. */
function unpack(folder: string): void {
  mkdirSync('dist/chromium', { recursive: true });
  const unfinished = mkdtempSync(resolve('dist/chromium/unpacking-'));
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
    // The package unpacks its shared libraries only where it takes the system for Amazon Linux 2023.
    env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`@sparticuz/chromium could not be unpacked: ${stderr}`);
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir>
</fontconfig>`,
  );
  renameSync(unfinished, folder);
}
