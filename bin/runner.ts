import { claimFolder } from '../local/data-folder';
import { startRunner } from '../local/runner';

// Runs the assembly of the first folder over the data of the second, and prints where it answers as one line of JSON.
const [assembly = '', dataDir = ''] = process.argv.slice(2);
claimFolder(dataDir);
const { urls, controlUrl, token } = await startRunner({ assembly, dataDir, ports: {}, parameters: {} });
console.log(JSON.stringify({ urls, controlUrl, token }));
