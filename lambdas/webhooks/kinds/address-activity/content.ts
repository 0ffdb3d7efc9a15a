import type { Chain } from '../../../core/contract/config';
import { BoundedCache } from '../../../core/domain/bounded-cache';
import { type DerivedBlock, derive } from '../../../evm/domain/derive';
import type { RawBlock } from '../../../evm/domain/rpc';
import { ZERO_ADDRESS } from '../../../evm/domain/transfers';
import type { RawBlocks } from '../../../evm/node/raw-blocks';
import type { StoredTraces } from '../../../evm/node/stored-traces';
import { chainsById } from '../../../evm/teleporter/blockchain-ids';
import { messageOfTransaction } from '../../../evm/teleporter/domain/transaction-message';
import { createTeleporterEvents } from '../../../evm/teleporter/events-in-logs';
import { messageInfoView, otherEnd } from '../../../evm/teleporter/views/teleporter';
import type { tokenReader } from '../../../evm/tokens/rows/token-readers';
import type { BlockMessage } from '../../domain/message';
import type { WebhookRecord } from '../../domain/webhook';
import type { watchedReader } from '../../rows/watched';
import type { ContentKind } from '../kind';
import { getEvent, type TransactionContext } from './payload';
import { sampleEvent } from './sample';

/** The messages of a block arrive together at a warm sender. */
const MAX_CACHED_BLOCKS = 8;

interface ContentDeps {
  readonly chains: readonly Chain[];
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly traces: Pick<StoredTraces, 'find'>;
  readonly tokens: Pick<ReturnType<typeof tokenReader>, 'find'>;
  readonly watched: Pick<ReturnType<typeof watchedReader>, 'of'>;
}

/** Reads blocks from the bucket. Throws if the chain is not configured or the block lacks the transaction. */
export function createContent(deps: ContentDeps): Omit<ContentKind, 'eventType'> {
  const getBlock = cachedBlocks(deps.raw);
  const getChain = ({ chain: id }: WebhookRecord): Chain => {
    const chain = deps.chains.find(({ chainId }) => chainId === id);
    if (!chain) throw new Error(`chain ${id} is not in the configuration`);
    return chain;
  };
  return {
    body: async (webhook, message) => {
      const chain = getChain(webhook);
      const block = await getBlock(chain.chainId, message.block, message.of.blockHash);
      return getEvent(await getContext(deps, chain, webhook, message, block));
    },
    sample: async (webhook, { block, createdAt }) => {
      const chain = getChain(webhook);
      const [address = ZERO_ADDRESS] = await deps.watched.of(webhook.id);
      return sampleEvent(chain, webhook, address, block, createdAt);
    },
  };
}

interface WholeBlock {
  readonly raw: RawBlock;
  readonly derived: DerivedBlock;
}

function cachedBlocks(raws: ContentDeps['raw']) {
  const cached = new BoundedCache<string, Promise<WholeBlock>>(MAX_CACHED_BLOCKS);
  return (chain: string, number: number, hash: string): Promise<WholeBlock> => {
    const id = `${chain}-${hash}`;
    const found = cached.get(id) ?? raws.get(chain, { number, hash }).then((raw) => ({ raw, derived: derive(raw, 0) }));
    cached.set(id, found);
    found.catch(() => cached.delete(id)); // do not cache failures
    return found;
  };
}

async function getContext(
  { chains, tokens, traces }: ContentDeps,
  chain: Chain,
  webhook: WebhookRecord,
  { block: number, tx, of: { blockHash: hash }, isIncomplete }: BlockMessage,
  { raw, derived }: WholeBlock,
): Promise<TransactionContext> {
  const [transaction, receipt, row] = [raw.block.transactions[tx], raw.receipts[tx], derived.transactions[tx]];
  if (!transaction || !receipt || !row) throw new Error(`block ${hash} has no transaction ${tx}`);
  const transfers = derived.transfers.filter((transfer) => transfer.tx === tx);
  const known = await tokens.find(chain.chainId, [...new Set(transfers.map(({ token }) => token))]);
  const internals =
    webhook.includeInternalTxs && !isIncomplete ? await traces.find(chain.chainId, { number, hash }) : undefined;
  return {
    chain,
    block: derived.block,
    row,
    raw: transaction,
    receipt,
    cumulativeGas: derived.transactions.slice(0, tx + 1).reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    transfers,
    tokens: known,
    ...(webhook.includeInternalTxs ? { internals: internals?.filter((one) => one.tx === tx) ?? 'missing' } : {}),
    includeLogs: webhook.includeLogs === true,
    ...messageIn(chains, chain, { ...raw, receipts: [receipt] }),
  };
}

function messageIn(chains: readonly Chain[], chain: Chain, raw: RawBlock): Pick<TransactionContext, 'message'> {
  const message = messageOfTransaction(createTeleporterEvents(chain)(raw).events);
  if (!message) return {};
  // From the configuration only, so that the body is the same at each attempt.
  const other = chainsById(chains).get(otherEnd(message) ?? '')?.chainId;
  return { message: messageInfoView(message, chain.chainId, other) };
}
