import type { Deps } from '../../../api/implement';
import type { ContractRef } from '../../../tokens/rows/token-readers';
import { chainsById } from '../../blockchain-ids';
import type { TeleporterMessageInfo } from '../../contract/schemas';
import type { TeleporterMessage } from '../../domain/join';
import type { TransactionMessage } from '../../domain/transaction-message';
import { messageInfoView, otherEnd, type TeleporterRecords } from '../../views/teleporter';

export type TeleporterDeps = Deps<{ reads: ['TeleporterMessage', 'BlockchainId', 'Token'] }>;

interface Wanted {
  readonly messageIds: readonly string[];
  readonly blockchainIds: readonly string[];
  readonly tokens: readonly ContractRef[];
}

export async function messageInfo(
  { chains, BlockchainId }: Deps<{ reads: ['BlockchainId'] }>,
  message: TransactionMessage,
  chainId: string,
): Promise<TeleporterMessageInfo> {
  const otherId = otherEnd(message);
  const configured = otherId && chainsById(chains).get(otherId)?.chainId;
  const other = configured ?? (otherId && (await BlockchainId.find([otherId])).get(otherId));
  return messageInfoView(message, chainId, other);
}

/** In one read. Cached records are not read again. */
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
      getChainId: (id) => own.get(id)?.chainId ?? read.along.chainIds.get(id),
      tokensOn: (chainId) => ({ tokens: read.tokens.get(chainId) ?? new Map(), getMetadata: metadataOn(chainId) }),
    },
  };
}
