import { type Command, Option } from 'commander';
import { readToken, TOKEN, tokenKey } from '../../lambdas/evm/tokens/rows/token-item';
import { addressIn } from './address';
import { createService, type Target } from './service';

/** The reputations that an operator can set; `unset` removes it. */
const CHOICES = ['benign', 'malicious', 'unknown', 'unset'] as const;
const REPUTATION = { benign: 'Benign', malicious: 'Malicious', unknown: '' } as const;

interface Options extends Target {
  readonly chain: string;
  readonly token: string;
}

/** Adds `reputation set` and `reputation why`: the operator's own reputations, stored in the tokens' records. */
export function reputationCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('reputation').description('which tokens users see');
  const of = (command: Command): Command =>
    on(command)
      .requiredOption('--chain <id>', 'the chain id, as in the configuration')
      .requiredOption('--token <address>', "the token's contract address");

  of(group.command('set'))
    .description("set a token's reputation, overriding lists and heuristics; takes effect within seconds")
    .addOption(new Option('--as <reputation>', 'the reputation').choices(CHOICES).makeOptionMandatory())
    .option('--reason <text>', 'the reason, for other operators', 'set by an operator')
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
    .description("show a token's reputation, and the list, heuristic or operator that it comes from")
    .addHelpText('after', '\nExample:\n  $ npm run cli -- reputation why --chain 43114 --token 0x…')
    .action(async (options: Options) => console.log(await explain(options)));
}

async function explain(options: Options): Promise<string> {
  const { table } = await createService(options);
  const token = addressIn(options.token);
  const item = await table.get(tokenKey(options.chain, token), true);
  if (!item) return `${token} has moved no token on chain ${options.chain} yet: nothing is known of it.`;
  const {
    name = '',
    symbol = '',
    reputation,
    reason = 'nothing speaks for it, and nothing against it',
  } = readToken(item, Date.now());
  return `${token} ${symbol} ${JSON.stringify(name)}: ${reputation ?? 'unknown'} (${reason})`;
}
