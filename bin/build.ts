import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { synthesize } from '../lib/app';
import { buildAssets } from '../lib/assets';
import { parseConfig } from '../lib/config';
import { runtimeConfig } from '../lib/runtime-config';

/** How often a local follower asks for the head, ms, unless a chain says otherwise. */
const POLL = 100;

// Bundles the functions and synthesizes the template for local mode, into the folder that is given. The configuration
// comes on standard input, as it may hold secrets. A process of its own: what the CDK takes in memory goes with it.
const folder = resolve(process.argv[2] ?? 'dist');
const config = parseConfig(JSON.parse(readFileSync(0, 'utf8')), 'of local mode');
const folders = await buildAssets(runtimeConfig(config, POLL), config.tokenLists, resolve(folder, 'build'));
synthesize(config, folders, resolve(folder, 'cdk.out'));
