import { type Command, Option } from 'commander';
import { readToken, TOKEN, tokenKey } from '../../lambdas/evm/tokens/rows/token-item';
import { addressIn } from './address';
import { createService, type Target } from './service';

const CHOICES = ['benign', 'malicious', 'unknown', 'unset'] as const;
const REPUTATION = { benign: 'Benign', malicious: 'Malicious', unknown: '' } as const;

interface Options extends Target {
  readonly chain: string;
  readonly token: string;
}

/** The operator's reputation is stored in the token's record. */
export function reputationCommands(program: Command, on: (command: Command) => Command): void {
  const group = program
    .command('reputation')
    .description('set and explain token reputation, which decides the tokens that users see');
  const of = (command: Command): Command =>
    on(command)
      .requiredOption('--chain <id>', 'chain id, as in the configuration')
      .requiredOption('--token <address>', "the token's contract address");

  of(group.command('set'))
    .description("set a token's reputation, overriding lists and heuristics; takes effect within seconds")
    .addOption(
      new Option('--as <reputation>', 'reputation, or unset to remove it').choices(CHOICES).makeOptionMandatory(),
    )
    .option('--reason <text>', 'reason, shown to other operators', 'set by an operator')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- reputation set --chain 43114 --token 0x… --as malicious --reason "drains wallets"',
    )
    .action(async (options: Options & { as: (typeof CHOICES)[number]; reason: string }) => {
      const { table } = await createService(options);
      const key = tokenKey(options.chain, addressIn(options.token));
      const ruled = options.as === 'unset' ? undefined : REPUTATION[options.as];
      await table.update(key, {
        set: {
          [TOKEN.operatorReputation]: ruled,
          [TOKEN.operatorReason]: ruled === undefined ? undefined : options.reason,
        },
      });
      console.log(await explain(options));
    });

  of(group.command('why'))
    .description("show a token's reputation and its source: a list, a heuristic or an operator")
    .addHelpText('after', '\nExample:\n  $ npm run cli -- reputation why --chain 43114 --token 0x…')
    .action(async (options: Options) => console.log(await explain(options)));
}

async function explain(options: Options): Promise<string> {
  const { table } = await createService(options);
  const token = addressIn(options.token);
  const item = await table.get(tokenKey(options.chain, token), true);
  if (!item) return `${token} is not indexed: no token transfer on chain ${options.chain} yet.`;
  const {
    name = '',
    symbol = '',
    reputation,
    reason = 'no list, heuristic or operator covers it',
  } = readToken(item, Date.now());
  return `${token} ${symbol} ${JSON.stringify(name)}: ${reputation ?? 'unknown'} (${reason})`;
}
