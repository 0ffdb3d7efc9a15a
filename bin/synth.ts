import { cpSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { synthesize } from '../lib/app';
import { addConfiguration, foldersIn } from '../lib/assets';
import { parseConfig } from '../lib/config';
import { runtimeConfig } from '../lib/runtime-config';

/** How often a local follower asks for the head, ms, unless a chain says otherwise. */
const POLL = 100;

// Synthesizes the template for local mode over the bundled functions of the first folder, into the second. The
// configuration comes on standard input, as it may hold secrets.
const [functions = '', assembly = ''] = process.argv.slice(2).map((path) => resolve(path));
const config = parseConfig(JSON.parse(readFileSync(0, 'utf8')), 'of local mode');
const configured = `${assembly}-functions`;
cpSync(functions, configured, { recursive: true });
addConfiguration(foldersIn(configured), runtimeConfig(config, POLL), config.tokenLists);
synthesize(config, foldersIn(configured), assembly);
// The assembly holds copies of its own.
rmSync(configured, { recursive: true });
