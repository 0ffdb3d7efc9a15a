import { execFileSync, spawnSync } from 'node:child_process';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { openapiDocument } from '../../support/openapi/document';

const copy = () => structuredClone(openapiDocument()) as unknown as OpenAPIV3_1.Document;

describe('the tools that read the OpenAPI document', () => {
  test('a validator accepts the document and rejects a dangling reference', async () => {
    const accepted = await SwaggerParser.validate(copy());
    expect(Object.keys(accepted.paths ?? {}).length).toBeGreaterThan(40);
    const broken = copy();
    delete broken.components?.schemas?.EvmBlock;
    await expect(SwaggerParser.validate(broken)).rejects.toThrow(/EvmBlock/);
  });
  test('a type generator accepts the document, and a client with its types compiles', () => {
    const generator = 'test/client/node_modules/openapi-typescript/bin/cli.js';
    execFileSync(process.execPath, [generator, 'docs/openapi.json', '-o', 'test/client/schema.d.ts'], {
      stdio: 'pipe',
    });
    const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', 'test/client'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });
});
