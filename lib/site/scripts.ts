import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const SCRIPTS = { front: 'site/front/main.ts', reference: 'site/reference.ts' } as const;
const PLACE = 'docs';

export async function bundleScripts(folder: string): Promise<void> {
  await build({
    entryPoints: SCRIPTS,
    outdir: join(folder, PLACE),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  });
}

export const scriptIn = (folder: string, name: keyof typeof SCRIPTS): string =>
  readFileSync(join(folder, PLACE, `${name}.js`), 'utf8');
