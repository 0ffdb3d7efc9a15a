import { type Command, Option } from 'commander';
import { readToken, TOKEN, tokenKey } from '../../lambdas/adapters/dynamo/tokens/token-item';
import { openService, type Target } from './service';

/** What an operator may say of a token; `unset` takes it back. */
const WORDS = ['benign', 'malicious', 'unknown', 'unset'] as const;
const REPUTATION = { benign: 'Benign', malicious: 'Malicious', unknown: '' } as const;

interface Asked extends Target {
  readonly chain: string;
  readonly token: string;
}

/** Adds `reputation set` and `reputation why`: the operator's own list of tokens, kept in the tokens' records. */
export function reputationCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('reputation').description('what users see of tokens');
  const of = (command: Command): Command =>
    on(command)
      .requiredOption('--chain <id>', 'EVM chain id, as in the configuration')
      .requiredOption('--token <address>', 'the contract of the token');

  of(group.command('set'))
    .description('say what a token is, above any list and heuristic; shown and hidden within seconds')
    .addOption(new Option('--as <word>', 'what it is').choices(WORDS).makeOptionMandatory())
    .option('--reason <text>', 'why, for the next operator', 'set by an operator')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- reputation set --chain 43114 --token 0x… --as malicious --reason "drains wallets"',
    )
    .action(async (asked: Asked & { as: (typeof WORDS)[number]; reason: string }) => {
      const { table } = await openService(asked);
      const key = tokenKey(asked.chain, addressIn(asked.token));
      const ruled = asked.as === 'unset' ? undefined : REPUTATION[asked.as];
      await table.update(key, {
        set: {
          [TOKEN.operatorReputation]: ruled,
          [TOKEN.operatorReason]: ruled === undefined ? undefined : asked.reason,
        },
      });
      console.log(await whyOf(asked));
    });

  of(group.command('why'))
    .description('tell what a token counts as, and the list, the heuristic or the operator that says so')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- reputation why --chain 43114 --token 0x…')
    .action(async (asked: Asked) => console.log(await whyOf(asked)));
}

async function whyOf(asked: Asked): Promise<string> {
  const { table } = await openService(asked);
  const token = addressIn(asked.token);
  const item = await table.get(tokenKey(asked.chain, token), true);
  if (!item) return `${token} has moved no token on chain ${asked.chain} yet: nothing is known of it.`;
  const {
    name = '',
    symbol = '',
    reputation,
    reason = 'nothing speaks for it, and nothing against it',
  } = readToken(item);
  return `${token} ${symbol} ${JSON.stringify(name)}: ${reputation ?? 'unknown'} (${reason})`;
}

function addressIn(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`${text} is no address: 0x and 40 hexadecimal digits`);
  return text.toLowerCase();
}
