import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ file: z.string(), templateFile: z.string(), stackName: z.string() }).partial().optional(),
      dependencies: z.array(z.string()).optional(),
    }),
  ),
});
const AssetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});
const Template = z.object({
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Condition: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

export interface Stack {
  readonly name: string;
  readonly template: z.infer<typeof Template>;
}

export interface Assembly {
  /** In deployment order. */
  readonly stacks: readonly Stack[];
  /** The folder (or file) of each asset by its S3 key. */
  readonly assets: ReadonlyMap<string, string>;
}

/** `folder`: a synthesized cloud assembly (`cdk.out`). Throws if it holds none. */
export function readAssembly(folder: string): Assembly {
  const read = (file: string): unknown => {
    try {
      return JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
    } catch (error) {
      throw new Error(`Cannot read ${file} in ${folder}; run \`npm run synth\` first. (${String(error)})`);
    }
  };
  const { artifacts } = Manifest.parse(read('manifest.json'));
  const stacks: Stack[] = [];
  const assets = new Map<string, string>();
  const visited = new Set<string>();

  const visit = (name: string): void => {
    const artifact = artifacts[name];
    if (!artifact || visited.has(name)) return;
    visited.add(name);
    for (const dependency of artifact.dependencies ?? []) visit(dependency);
    const { file, templateFile, stackName } = artifact.properties ?? {};
    if (artifact.type === 'cdk:asset-manifest' && file !== undefined) {
      for (const { source, destinations } of Object.values(AssetManifest.parse(read(file)).files))
        for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, resolve(folder, source.path));
    }
    if (artifact.type === 'aws:cloudformation:stack' && templateFile !== undefined)
      stacks.push({ name: stackName ?? name, template: Template.parse(read(templateFile)) });
  };
  for (const name of Object.keys(artifacts)) visit(name);
  return { stacks, assets };
}
