import { cpSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { synthesize } from '../lib/app';
import { addConfiguration, foldersIn } from '../lib/assets';
import { LOCAL, withWorkers } from '../lib/chain-defaults';
import { parseConfig } from '../lib/config';

// Synthesizes the template of local mode: the first argument is the folder of the bundled functions, the second the
// output folder. The configuration is read from standard input, because it may contain secrets.
const [functions = '', assembly = ''] = process.argv.slice(2).map((path) => resolve(path));
const config = withWorkers(parseConfig(JSON.parse(readFileSync(0, 'utf8')), 'of local mode'), LOCAL);
const configured = `${assembly}-functions`;
cpSync(functions, configured, { recursive: true });
addConfiguration(foldersIn(configured), config, LOCAL);
synthesize(config, foldersIn(configured), assembly);
// The assembly has its own copies.
rmSync(configured, { recursive: true });
