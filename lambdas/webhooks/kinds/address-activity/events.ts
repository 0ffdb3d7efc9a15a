import type { tokenReader } from '../../../adapters/dynamo/tokens/token-readers';
import type { RawBlocks } from '../../../adapters/evm/raw-blocks';
import type { StoredTraces } from '../../../adapters/evm/stored-traces';
import type { Chain } from '../../../contract/config';
import type { WebhookEvent } from '../../../contract/schemas/webhook-messages';
import { type DerivedBlock, derive } from '../../../domain/evm/derive';
import type { RawBlock } from '../../../domain/evm/rpc';
import type { MessageRecord } from '../../../domain/webhooks/message';
import type { WebhookRecord } from '../../../domain/webhooks/webhook';
import { eventOf } from './payload';

/** Blocks that a warm sender keeps: the messages of a block come together. */
const KEPT = 8;

/** Makes what messages tell, from the blocks in the bucket: the same at each attempt, but for what is known of tokens. */
export function openEvents(
  raws: Pick<RawBlocks, 'get'>,
  traces: Pick<StoredTraces, 'find'>,
  tokens: Pick<ReturnType<typeof tokenReader>, 'find'>,
) {
  const kept = new Map<string, Promise<{ raw: RawBlock; derived: DerivedBlock }>>();
  const blockOf = (chain: string, number: number, hash: string) => {
    const id = `${chain}-${hash}`;
    const found = kept.get(id) ?? raws.get(chain, { number, hash }).then((raw) => ({ raw, derived: derive(raw, 0) }));
    kept.delete(id);
    kept.set(id, found);
    // One that failed is not remembered.
    found.catch(() => kept.delete(id));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
  return async (chain: Chain, webhook: WebhookRecord, message: MessageRecord): Promise<WebhookEvent> => {
    const { block: number, tx, of } = message;
    if (!of) throw new Error('a test has no block');
    const { raw, derived } = await blockOf(chain.chainId, number, of.blockHash);
    const [transaction, receipt, row] = [raw.block.transactions[tx], raw.receipts[tx], derived.transactions[tx]];
    if (!transaction || !receipt || !row) throw new Error(`block ${of.blockHash} has no transaction ${tx}`);
    const transfers = derived.transfers.filter((transfer) => transfer.tx === tx);
    const known = await tokens.find(chain.chainId, [...new Set(transfers.map(({ token }) => token))]);
    const frames =
      webhook.includeInternalTxs && !message.withoutInternals
        ? await traces.find(chain.chainId, { number, hash: of.blockHash })
        : undefined;
    return eventOf({
      chain,
      block: derived.block,
      row,
      raw: transaction,
      receipt,
      cumulativeGas: derived.transactions.slice(0, tx + 1).reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
      transfers,
      tokens: known,
      ...(webhook.includeInternalTxs ? { internals: frames?.filter((frame) => frame.tx === tx) ?? 'missing' } : {}),
      includeLogs: webhook.includeLogs === true,
    });
  };
}
