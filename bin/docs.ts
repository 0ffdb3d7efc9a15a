import { readFileSync, writeFileSync } from 'node:fs';
import { Config } from '../lambdas/contract/config';
import { functions } from '../lambdas/contract/functions';
import { openapi } from '../lambdas/contract/openapi/document';
import { endpoints } from '../lambdas/contract/registry';
import { picture, withPicture } from './docs/picture';

const ARCHITECTURE = 'docs/architecture.md';

// Writes what is generated from the declarations. Tests fail when the committed files differ.
writeFileSync('docs/openapi.json', `${JSON.stringify(openapi(endpoints, Config.parse({}).plans), null, 2)}\n`);
writeFileSync(ARCHITECTURE, withPicture(readFileSync(ARCHITECTURE, 'utf8'), picture(functions, endpoints)));
