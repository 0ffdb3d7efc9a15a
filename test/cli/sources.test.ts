import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { sourceCommands } from '../../bin/cli/sources';

let folder: string;
let config: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ chains: [{ chainId: '43114' }], pChains: [{ network: 'mainnet' }] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const put = (...args: string[]) => {
  const program = new Command();
  sourceCommands(program);
  return program.parseAsync(['sources', 'put', '--config', config, ...args], { from: 'user' });
};

test.each([
  ['missing options', [], 'specify either --chain, or --network for a P-Chain'],
  ['both options', ['--chain', '43114', '--network', 'fuji'], 'specify either --chain, or --network for a P-Chain'],
  ['an unknown chain', ['--chain', '1'], 'chain 1 is not in the configuration'],
  ['a P-Chain as a chain', ['--chain', 'p-chain-mainnet'], 'chain p-chain-mainnet is not in the configuration'],
  ['an unknown network', ['--network', 'fuji'], 'the P-Chain of fuji is not in the configuration: add it to pChains'],
])('`sources put` rejects %s before it prompts for a URL', async (_, args, message) => {
  await expect(put(...args)).rejects.toThrow(message);
});
