import type { Command } from 'commander';
import { readTokenRecord } from '../../lambdas/evm/indexer/token-records';
import { reputationLists } from '../../lambdas/evm/tokens/domain/reputation';
import { readToken, tokenKey } from '../../lambdas/evm/tokens/rows/token-item';
import { loadConfig } from '../../lib/config';
import { tokenListsFor } from '../../lib/token-lists';
import { addressIn } from './address';
import { createNode } from './node';
import { createService, getChains, type Target } from './service';

interface Options extends Target {
  readonly chain: string;
  readonly token: string;
  readonly json?: boolean;
}

export function tokenCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('tokens').description('manage token metadata');
  on(group.command('refresh'))
    .description("reread a token's name, symbol, decimals and standard from its contract")
    .requiredOption('--chain <id>', 'chain id, as in the configuration')
    .requiredOption('--token <address>', "the token's contract address")
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- tokens refresh --chain 43114 --token 0x…\n\nThe service also does this when a token moves and its metadata is older than tokenRefreshSeconds. Fields that the contract no longer reports keep their values. Takes effect within seconds.',
    )
    .action(refresh);
}

async function refresh(options: Options): Promise<void> {
  const { chain: chainId, json } = options;
  const token = addressIn(options.token);
  const { table } = await createService(options);
  const configured = getChains(options).find((chain) => chain.chainId === chainId);
  const lists = reputationLists(tokenListsFor([{ chainId }], configured ? loadConfig(options.config).tokenLists : []));
  const node = await createNode(chainId, configured);
  const deps = { table, rpc: node, lists: () => lists, now: Date.now };
  const message = { chainId, token, again: 'refresh' } as const;
  const isContract = await readTokenRecord(deps, message, Number.POSITIVE_INFINITY).finally(() => node.close());
  const item = await table.get(tokenKey(chainId, token), true);
  if (!isContract || !item) throw new Error(`${token} is not a contract on chain ${chainId}`);
  const record = readToken(item, Date.now());
  if (json) return console.log(JSON.stringify(record, null, 2));
  const { ercType, name = '', symbol = '', decimals } = record;
  const unit = decimals === undefined ? '' : `, ${decimals} decimals`;
  console.log(`${token} ${symbol} ${JSON.stringify(name)}: ${ercType}${unit}`);
}
