import * as z from 'zod';
import { ApiError } from '../../../core/contract/errors';
import { getResult } from '../../../core/node/exchange';
import { quantity } from '../../../evm/domain/rpc';
import type { ACTIONS, HandlersOf, ParametersOf } from '../../contract/actions';
import { MAX_BLOCK } from '../../contract/parameters';
import { WINDOW } from '../../contract/window';
import { hasAlternatives, matches, nodeTopics, type Topics } from '../../domain/log-filter';
import { UNKNOWN } from '../../domain/unknown';
import { listed, refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { parsePaging, slicePage, windowTooLarge } from '../shared/numbered-page';
import { readTransactions } from '../shared/transactions';

type Parameters = ParametersOf<(typeof ACTIONS)['logs']['getLogs']>;

/** Larger ranges take a node seconds, and many refuse them; without a filter, answers are large. */
const MAX_BLOCKS = { filtered: 10_000, all: 1_000 };

const Hex = z.string().regex(/^0x[0-9a-f]*$/i);
const Log = z.object({
  address: Hex,
  topics: z.array(Hex),
  data: Hex,
  blockNumber: Hex,
  blockHash: Hex,
  blockTimestamp: Hex.optional(),
  logIndex: Hex,
  transactionHash: Hex,
  transactionIndex: Hex,
});
type Log = z.output<typeof Log>;

export const logs: HandlersOf<'logs', Context> = {
  async getLogs(parameters, context) {
    const paging = parsePaging(parameters);
    if (!paging) return windowTooLarge();
    const found = await fetchLogs(parameters, context);
    // Without pages, the answer is taken for all.
    if (!parameters.offset && found.length > WINDOW) return windowTooLarge();
    const rows = await logViews(slicePage(found, paging), context);
    return listed(rows, 'No records found');
  },
};

async function fetchLogs(parameters: Parameters, { deps, chain }: Context): Promise<readonly Log[]> {
  const {
    address,
    fromBlock,
    toBlock,
    topic0,
    topic1,
    topic2,
    topic3,
    page: _page,
    offset: _offset,
    ...operators
  } = parameters;
  const topics: Topics = [topic0, topic1, topic2, topic3];
  const head = await deps.node.call(chain.chainId, 'eth_blockNumber', []);
  const last = Number(head);
  if (!Number.isSafeInteger(last)) throw new ApiError(502, 'Error! The node answered eth_blockNumber with no number');
  const to = Math.min(toBlock ?? last, last);
  const from = fromBlock === MAX_BLOCK ? last : (fromBlock ?? 0);
  if (from > to) return [];
  const isFiltered = address !== undefined || topics.some((topic) => topic !== undefined);
  const most = MAX_BLOCKS[isFiltered ? 'filtered' : 'all'];
  if (to - from >= most)
    throw refusal(
      `Error! Block range too large: ${from} to ${to} are ${to - from + 1} blocks; ask for at most ${most}`,
    );
  const alternatives = hasAlternatives(topics, operators);
  const filter = {
    fromBlock: quantity(from),
    toBlock: quantity(to),
    ...(address === undefined ? {} : { address }),
    ...(alternatives ? {} : { topics: nodeTopics(topics) }),
  };
  const read = z.array(Log).safeParse(await deps.node.call(chain.chainId, 'eth_getLogs', [filter]));
  if (!read.success) throw new ApiError(502, 'Error! The node answered eth_getLogs with no list of logs');
  return alternatives ? read.data.filter((log) => matches(log.topics, topics, operators)) : read.data;
}

/** Takes the block's time and the transaction's gas from the index, or else from the node. */
async function logViews(found: readonly Log[], context: Context) {
  const { deps, chain } = context;
  const hashes = [...new Set(found.map((log) => log.transactionHash.toLowerCase()))];
  const indexed = chain.index ? await readTransactions(context, hashes) : new Map<string, never>();
  const isKnown = (log: Log) => indexed.get(log.transactionHash.toLowerCase())?.hash === log.blockHash.toLowerCase();
  const others = found.filter((log) => !isKnown(log));
  const receipts = [...new Set(others.map((log) => log.transactionHash))];
  const blocks = [...new Set(others.filter((log) => !log.blockTimestamp).map((log) => log.blockNumber))];
  const outcomes = await deps.node.batch(chain.chainId, [
    ...receipts.map((hash) => ['eth_getTransactionReceipt', hash] as const),
    ...blocks.map((number) => ['eth_getBlockByNumber', number, false] as const),
  ]);
  const read = new Map([...receipts, ...blocks].map((id, i) => [id, getResult(outcomes[i])]));
  return found.map((log) => {
    const transaction = isKnown(log) ? indexed.get(log.transactionHash.toLowerCase()) : undefined;
    const receipt = read.get(log.transactionHash);
    return {
      address: log.address.toLowerCase(),
      topics: log.topics,
      data: log.data,
      blockNumber: log.blockNumber,
      blockHash: log.blockHash,
      timeStamp: transaction
        ? quantity(transaction.time)
        : (log.blockTimestamp ?? textIn(read.get(log.blockNumber), 'timestamp')),
      gasPrice: transaction ? quantity(transaction.transaction.gasPrice) : textIn(receipt, 'effectiveGasPrice'),
      gasUsed: transaction ? quantity(transaction.transaction.gasUsed) : textIn(receipt, 'gasUsed'),
      logIndex: log.logIndex,
      transactionHash: log.transactionHash,
      transactionIndex: log.transactionIndex,
    };
  });
}

function textIn(value: unknown, field: string): string {
  const found =
    typeof value === 'object' && value !== null && field in value ? value[field as keyof typeof value] : UNKNOWN;
  return typeof found === 'string' ? found : UNKNOWN;
}
