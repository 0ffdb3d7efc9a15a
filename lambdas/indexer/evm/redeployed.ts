import type { Queue } from '../../adapters/aws/queue';
import { systemClock } from '../../adapters/clock';
import type { Table } from '../../adapters/dynamo/table';
import { hasMetadata, readToken, tokenKey } from '../../adapters/dynamo/tokens/token-item';
import type { SeenToken } from '../../contract/token-messages';
import { deploymentsOf } from '../../domain/evm/internal-transactions';
import { isAhead } from '../../domain/stored-time';
import type { TracedBlock } from '../../table/evm/internal-rows';

/**
 * Queues tokens that contracts deployed anew (CREATE2) at an address with a record that was read before: only traces
 * show such deployments.
 */
export async function queueRedeployed(
  {
    table,
    chainId,
    tokenQueue,
  }: {
    readonly table: Pick<Table, 'batchGet'>;
    readonly chainId: string;
    readonly tokenQueue: Pick<Queue, 'send'>;
  },
  blocks: readonly TracedBlock[],
): Promise<void> {
  const createdAt = new Map(
    blocks.flatMap(({ derived, internalTxs }) =>
      deploymentsOf(internalTxs).map(({ contract }) => [contract, derived.block.time] as const),
    ),
  );
  if (createdAt.size === 0) return;
  const items = await table.batchGet([...createdAt.keys()].map((contract) => tokenKey(chainId, contract)));
  const now = systemClock();
  const records = items.filter((item) => hasMetadata(item, undefined)).map((item) => readToken(item, now));
  const messages = records
    .filter(({ token, readAt = 0 }) => readAt < (createdAt.get(token) ?? 0) || isAhead(1_000 * readAt, now))
    .map(({ token }): SeenToken => ({ chainId, token, again: 'replace' }));
  await tokenQueue.send(messages);
}
