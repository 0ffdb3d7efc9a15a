import { claimFolder } from '../local/data-folder';
import { startRunner } from '../local/runner';

// Runs an assembly (first argument) over a data folder (second argument), and prints its URLs as one line of JSON.
const [assembly = '', dataDir = ''] = process.argv.slice(2);
claimFolder(dataDir);
const { urls, controlUrl, token } = await startRunner({ assembly, dataDir, ports: {}, parameters: {} });
console.log(JSON.stringify({ urls, controlUrl, token }));
