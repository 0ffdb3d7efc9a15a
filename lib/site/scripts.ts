import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const SCRIPTS = {
  front: 'site/front/main.ts',
  reference: 'site/reference.ts',
  'console-webhooks': 'site/console/webhooks/main.ts',
  'console-exports': 'site/console/exports/main.ts',
  'console-usage': 'site/console/usage/main.ts',
} as const;
export type ScriptName = keyof typeof SCRIPTS;
const PLACE = 'docs';

export async function bundleScripts(folder: string): Promise<void> {
  await build({
    entryPoints: SCRIPTS,
    outdir: join(folder, PLACE),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    // Identifiers are kept, so that stack traces stay readable.
    minifyWhitespace: true,
    minifySyntax: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  });
}

export const scriptIn = (folder: string, name: ScriptName): string =>
  readFileSync(join(folder, PLACE, `${name}.js`), 'utf8');
