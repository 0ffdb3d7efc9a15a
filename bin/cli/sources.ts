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

export function sourceCommands(program: Command): void {
  program
    .command('sources')
    .description('manage the source nodes of a deployed service')
    .command('put')
    .description('store the RPC URL of a chain’s node, read from standard input, as an SSM SecureString')
    .option('--chain <id>', 'chain id of an EVM chain, as in the configuration')
    .option('--network <name>', 'network of a P-Chain, as in the configuration')
    .option('--config <file>', 'configuration file (default: config.json)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- sources put --chain 43114\n  RPC URL: https://…\n  $ npm run cli -- sources put --network mainnet\n  RPC URL: https://…/ext/bc/P\n\nThe URL is read from standard input to keep it out of the shell history.',
    )
    .action(async (options: Options) => {
      const config = loadConfig(options.config);
      const source = getSource(options, config);
      const url = await readLine('RPC URL: ');
      if (!/^https?:\/\/\S+$/.test(url)) throw new Error('the RPC URL must start with http:// or https://');
      const Name = sourceParameter(`/${config.name}/sources`, source);
      await createClient(SSMClient, {}).send(
        new PutParameterCommand({ Name, Value: url, Type: 'SecureString', Overwrite: true }),
      );
      console.log(`Stored ${Name}. It takes effect within five minutes.`);
    });
}

function getSource({ chain, network }: Options, { chains, pChains }: ReturnType<typeof loadConfig>): string {
  if ((chain === undefined) === (network === undefined))
    throw new Error('specify either --chain, or --network for a P-Chain');
  if (chain !== undefined && !chains.some(({ chainId }) => chainId === chain))
    throw new Error(`chain ${chain} is not in the configuration`);
  if (network !== undefined && !pChains.some((one) => one.network === network))
    throw new Error(`the P-Chain of ${network} is not in the configuration: add it to pChains`);
  return chain ?? pChainSource(network ?? '');
}

async function readLine(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const line = await lines.question(process.stdin.isTTY ? prompt : '');
  lines.close();
  return line.trim();
}
