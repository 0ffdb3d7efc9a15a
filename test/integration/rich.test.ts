import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { MESSENGER } from '../../demo/messenger';
import { FULL } from '../support/full';
import { type Recorded, replayNode } from '../support/node/replay-node';
import { getPairs, getWrappedPairs } from '../support/oracles/holdings';
import { type PlainMetric, plainSeries } from '../support/oracles/plain-metrics';
import { type PlainTransfer, plainTransfers } from '../support/oracles/plain-transfers';
import { transferViews } from '../support/oracles/transfer-views';
import { decodedByViem } from '../support/oracles/viem-teleporter';
import { balancesPage } from '../support/service/balances-shown';
import { dump } from '../support/service/dump';
import { toEach } from '../support/service/parallel';
import { type Json, removeFolders, Service } from '../support/service/service';
import { describeIf } from '../support/skipping';

/** Mainnet blocks of January 2026 rich in transfers, beside the project where it is built; absent elsewhere. */
const FILE = '../shared/data/cchain-rich-60.jsonl.zst';
const CHAIN = '43114';
const AT = `/v1/chains/${CHAIN}`;

/** The recorded blocks lie far apart. Renumbered from the first on and linked, they form a chain. */
function chained(blocks: readonly Recorded[]): Recorded[] {
  const first = Number(blocks[0]?.block.number);
  return blocks.map(({ block, receipts }, i) => {
    const number = `0x${(first + i).toString(16)}`;
    const placed = <T extends object>(one: T): T => ({ ...one, blockNumber: number });
    return {
      block: {
        ...block,
        number,
        parentHash: blocks[i - 1]?.block.hash ?? block.parentHash,
        transactions: block.transactions.map(placed),
      },
      receipts: receipts.map((receipt) => placed({ ...receipt, logs: receipt.logs.map(placed) })),
    };
  });
}

describeIf(existsSync(FILE), `needs ${FILE}`)('60 real blocks of the C-Chain, from a node without state', () => {
  let service: Service;
  let node: Awaited<ReturnType<typeof replayNode>>;
  let recorded: Recorded[];
  let transfers: PlainTransfer[];
  let views: ReturnType<typeof transferViews>;
  const getKind = (kind: PlainTransfer['kind'], some: readonly PlainTransfer[] = transfers) =>
    some.filter((transfer) => transfer.kind === kind);

  beforeAll(async () => {
    const lines = zstdDecompressSync(readFileSync(FILE)).toString('utf8').trim().split('\n');
    recorded = chained(lines.map((line) => JSON.parse(line) as Recorded));
    transfers = recorded.flatMap(({ receipts }) => plainTransfers(receipts));
    views = transferViews(recorded);
    node = await replayNode(Number(CHAIN), recorded);
    const startBlock = Number(recorded[0]?.block.number);
    service = await new Service({ chains: [{ chainId: CHAIN, rpcUrl: node.url, startBlock }] }).start();
    await service.indexed(CHAIN, startBlock + recorded.length - 1);
  });
  afterAll(async () => {
    await service?.stop();
    node?.stop();
    removeFolders();
  });

  test('every transfer is in the list of its token', async () => {
    const counts = (['ERC-20', 'ERC-721', 'ERC-1155'] as const).map((kind) => getKind(kind).length);
    console.log('Real transfers of ERC-20, ERC-721 and ERC-1155:', counts);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await toEach([...Map.groupBy(transfers, ({ token }) => token)], async ([token, own]) => {
      const rows = await service.all(`${AT}/tokens/${token}/transfers`, 'transfers', 100);
      expect(rows).toMatchObject(own.toReversed().map(views.listed));
    });
  });

  test('the metrics of every hour and day equal a plain count of the blocks', async () => {
    let compared = 0;
    for (const [timeInterval, length] of [
      ['hour', 3_600],
      ['day', 86_400],
    ] as const) {
      const start = Number(recorded[0]?.block.timestamp);
      const series = plainSeries(recorded, length, start + 1);
      for (const metric of Object.keys(series[0]?.metrics ?? {}) as PlainMetric[]) {
        const rows = await service.all(
          `/v2/chains/${CHAIN}/metrics/${metric}?timeInterval=${timeInterval}`,
          'results',
          2_160,
        );
        const values = new Map(rows.map(({ timestamp, value }) => [timestamp, value]));
        for (const { timestamp, metrics } of series) {
          const [value, found] = [metrics[metric], values.get(timestamp)];
          const isEqual = Math.abs(Number(found) - value) <= value * 1e-9;
          expect([metric, timestamp, found, isEqual]).toEqual([metric, timestamp, found, true]);
          compared += 1;
        }
      }
    }
    console.log('Metrics compared:', compared);
    expect(compared).toBeGreaterThan(100);
  });

  test('every transfer is in its transaction, and in no other', async () => {
    const hashes = recorded.flatMap(({ block }) => block.transactions.map(({ hash }) => hash));
    const of = Map.groupBy(transfers, ({ txHash }) => txHash);
    // All transactions that move tokens, and some of the others.
    await toEach(
      hashes.filter((hash, i) => FULL || of.has(hash) || i % 10 === 0),
      async (hash) => {
        const own = of.get(hash) ?? [];
        const { body } = await service.get(`${AT}/transactions/${hash}`);
        expect([hash, body.erc20Transfers, body.erc721Transfers, body.erc1155Transfers]).toMatchObject([
          hash,
          getKind('ERC-20', own).map(views.inside),
          getKind('ERC-721', own).map(views.inside),
          getKind('ERC-1155', own).map(views.inside),
        ]);
      },
    );
  });

  test('every message between chains is listed as viem decodes it', async () => {
    const decoded = recorded.flatMap(({ receipts }) =>
      receipts.flatMap(({ logs, transactionHash }) =>
        logs.filter(({ address }) => address === MESSENGER).map((log) => ({ transactionHash, ...decodedByViem(log) })),
      ),
    );
    const executed = new Set(
      decoded.flatMap((one) => (one.eventName === 'MessageExecuted' ? [one.args.messageID] : [])),
    );
    const expected = decoded.flatMap((one) => {
      if (one.eventName !== 'SendCrossChainMessage' && one.eventName !== 'ReceiveCrossChainMessage') return [];
      const { messageID: id, message } = one.args;
      const isSent = one.eventName === 'SendCrossChainMessage';
      const transaction = expect.objectContaining({ txHash: one.transactionHash }) as object;
      return [
        {
          ...{ messageId: id.slice(2), messageNonce: String(message.messageNonce), data: message.message.slice(2) },
          ...{ from: message.originSenderAddress, to: message.destinationAddress, messageExecuted: executed.has(id) },
          ...{ sourceEvmChainId: isSent ? CHAIN : '', destinationEvmChainId: isSent ? '' : CHAIN },
          status: isSent ? 'pending' : 'delivered_source_not_indexed',
          ...(isSent ? { sourceTransaction: transaction } : { destinationTransaction: transaction }),
        },
      ];
    });
    const byId = (a: Json, b: Json) => (String(a.messageId) < String(b.messageId) ? -1 : 1);
    const rows = await service.all('/v1/teleporter/messages', 'messages', 10);
    expect(expected.length).toBeGreaterThan(0);
    expect(rows.toSorted(byId)).toMatchObject(expected.toSorted(byId));
    console.log('Real messages between chains:', rows.length);
  });

  test('balances that the node cannot return are marked unread, and do not block indexing', async () => {
    const pairs = getPairs(transfers).filter(({ holder }) => BigInt(holder) > 0n);
    const wrapped = getWrappedPairs(recorded.flatMap(({ receipts }) => receipts));
    const all = new Set([...pairs, ...wrapped].map((pair) => Object.values(pair).join()));
    expect(all.size).toBeGreaterThan(pairs.length);
    const rows = [...(await dump(service, /^b#/)).values()];
    expect([rows.length, rows.filter((item) => item.includes('g3p=')).length]).toEqual([all.size, all.size]);
    const holder = pairs[0]?.holder ?? '';
    const { status, body } = await balancesPage(service, { chain: CHAIN, holder, list: 'ERC-20' });
    expect([status, body.message]).toEqual([503, expect.stringMatching('keeps no state of block')]);
    const { body: health } = await service.get<Json>('/v1/health-check');
    expect(health.status).toBe('ok');
  });
});
