import { writeFileSync } from 'node:fs';
import { openapi } from '../lambdas/contract/openapi';
import { endpoints } from '../lambdas/contract/registry';

// Writes the OpenAPI document from the registry. A test fails when the committed file differs.
writeFileSync('docs/openapi.json', `${JSON.stringify(openapi(endpoints), null, 2)}\n`);
