import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const isTypeScript = (url) => /^file:.*\.ts(\?|$)/.test(url);

// Keeps function names; tsx renames functions at each creation, which costs 5% of the unit tests' time. Node before
// 22.15 has no synchronous hooks.
if (module.registerHooks) {
  module.registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.') || !isTypeScript(context.parentURL ?? '')) return next(specifier, context);
      const { href } = new URL(`${specifier}.ts`, context.parentURL);
      if (!existsSync(fileURLToPath(href))) return next(specifier, context);
      return { url: href, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!isTypeScript(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const { code } = transformSync(readFileSync(filename, 'utf8'), {
        filename,
        swcrc: false,
        sourceMaps: 'inline',
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'es6' },
      });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
  process.setSourceMapsEnabled(true);
} else {
  await import('tsx');
}
