import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};
const VERSION = String(devDependencies['@sparticuz/chromium']);
/** Unpacks into TMPDIR, in its own process: the package has no other way to name the folder. */
const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()";

/**
 * Undefined except on Linux x64. Unpacks once per version (2 s, 210 MB), libraries and fonts included; throws if that
 * fails.
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

/** Renames the complete folder, so that an interrupted run leaves no half-unpacked browser. */
function unpack(folder: string): void {
  mkdirSync('dist/chromium', { recursive: true });
  const unfinished = mkdtempSync(resolve('dist/chromium/unpacking-'));
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
    // The package unpacks its shared libraries only on Amazon Linux 2023.
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
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another test file unpacked it meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
