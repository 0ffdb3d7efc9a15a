import { createInterface } from 'node:readline/promises';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { Command } from 'commander';
import { createClient } from '../../lambdas/core/aws/clients';
import { sourceParameter } from '../../lambdas/core/contract/env';
import { pChainSource } from '../../lambdas/core/contract/pchain-source';
import { loadConfig } from '../../lib/config';

interface Options {
  readonly chain?: string;
  readonly network?: string;
  readonly config?: string;
}

/** Adds `sources put`: stores where nodes are. */
export function sourceCommands(program: Command): void {
  program
    .command('sources')
    .description('source nodes of the deployed service')
    .command('put')
    .description('store the RPC URL of a chain’s node as an SSM SecureString; the URL is read from standard input')
    .option('--chain <id>', 'the chain id of an EVM chain, as in the configuration')
    .option('--network <name>', 'the network of a P-chain, as in the configuration')
    .option('--config <file>', 'the configuration file (default: config.json)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- sources put --chain 43114\n  RPC URL: https://…\n  $ npm run cli -- sources put --network mainnet\n  RPC URL: https://…/ext/bc/P\n\nIt is read from standard input, so that it does not end up in the shell history.',
    )
    .action(async (options: Options) => {
      const config = loadConfig(options.config);
      const source = getSource(options, config);
      const url = await readLine('RPC URL: ');
      if (!/^https?:\/\/\S+$/.test(url)) throw new Error('the RPC URL must begin with http:// or https://');
      const Name = sourceParameter(`/${config.name}/sources`, source);
      await createClient(SSMClient, {}).send(
        new PutParameterCommand({ Name, Value: url, Type: 'SecureString', Overwrite: true }),
      );
      console.log(`Stored ${Name}. It is used within five minutes.`);
    });
}

function getSource({ chain, network }: Options, { chains, pChains }: ReturnType<typeof loadConfig>): string {
  if ((chain === undefined) === (network === undefined))
    throw new Error('name either a chain with --chain, or the network of a P-chain with --network');
  if (chain !== undefined && !chains.some(({ chainId }) => chainId === chain))
    throw new Error(`chain ${chain} is not in the configuration`);
  if (network !== undefined && !pChains.some((one) => one.network === network))
    throw new Error(`the P-chain of ${network} is not in the configuration: add it to pChains`);
  return chain ?? pChainSource(network ?? '');
}

async function readLine(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const line = await lines.question(process.stdin.isTTY ? prompt : '');
  lines.close();
  return line.trim();
}
