import { idOfCb58 } from '../../adapters/cb58';
import type { Deps } from '../../adapters/deps';
import type { ContractRef } from '../../adapters/dynamo/tokens/token-readers';
import type { Chain } from '../../contract/config';
import type { TeleporterMessage } from '../../domain/evm/teleporter/join';
import type { TeleporterRecords } from '../views/teleporter';

/** What is read for an answer about messages. */
export type TeleporterDeps = Deps<{ reads: ['TeleporterMessage', 'BlockchainId', 'Token'] }>;

interface Wanted {
  readonly messageIds: readonly string[];
  readonly blockchainIds: readonly string[];
  readonly tokens: readonly ContractRef[];
}

/** Chains of the configuration by blockchain id, as it is read once. */
const configured = new WeakMap<readonly Chain[], ReadonlyMap<string, Chain>>();

/** The configured chains that say their blockchain ids, by these: 0x and lower-case hexadecimal digits. */
export function chainsById(chains: readonly Chain[]): ReadonlyMap<string, Chain> {
  const known = configured.get(chains);
  if (known) return known;
  const found = new Map(
    chains.flatMap((chain) => {
      const id = chain.blockchainId === undefined ? undefined : idOfCb58(chain.blockchainId);
      return id === undefined ? [] : [[id, chain] as const];
    }),
  );
  configured.set(chains, found);
  return found;
}

/** Messages by id, with what an answer shows beside them: one read of the table, of what is not cached. */
export async function readTeleporter(
  { chains, TeleporterMessage, BlockchainId, Token, metadataOn }: TeleporterDeps,
  { messageIds, blockchainIds, tokens }: Wanted,
): Promise<{ messages: Map<string, TeleporterMessage>; records: TeleporterRecords }> {
  const own = chainsById(chains);
  const messages = TeleporterMessage.along([...new Set(messageIds)]);
  const others = BlockchainId.along([...new Set(blockchainIds)].filter((id) => !own.has(id)));
  const refs = new Map(tokens.map((token) => [`${token.chain}#${token.contract}`, token]));
  const read = await Token.findOnChainsAlong([...refs.values()], {
    keys: [...messages.keys, ...others.keys],
    read: (items) => ({ messages: messages.read(items), chainIds: others.read(items) }),
  });
  return {
    messages: read.along.messages,
    records: {
      chainIdOf: (id) => own.get(id)?.chainId ?? read.along.chainIds.get(id),
      tokensOn: (chainId) => ({ tokens: read.tokens.get(chainId) ?? new Map(), metadataOf: metadataOn(chainId) }),
    },
  };
}
