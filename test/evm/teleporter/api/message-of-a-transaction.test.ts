import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import { handler } from '../../../../lambdas/evm/api/transactions/get-transaction';
import { BLOCKCHAIN, blockchainIdKey } from '../../../../lambdas/evm/teleporter/rows/items';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { evmIndexer, headOver } from '../../../support/follower/evm';
import { aChain, aRawBlock } from '../../../support/make/blocks';
import { teleporterLog } from '../../../support/make/teleporter';
import { A_LIFE, DESTINATION, SOURCE, type Step } from '../../../support/make/teleporter-lives';
import { memoryTable } from '../../../support/tables/memory';

const messageId = A_LIFE.send.messageId.slice(2);
const [here, there] = [aChain({ chainId: SOURCE.chainId }), aChain({ chainId: DESTINATION.chainId })];
const getBlock = (...steps: readonly Step[]) =>
  aRawBlock(1, [{ from: 1, to: 2, logs: steps.map((step) => teleporterLog(A_LIFE[step])) }]);

/** A table with one indexed block; its only transaction logs these steps. */
async function indexed(own: typeof SOURCE, ...steps: readonly Step[]) {
  const { table, items } = memoryTable();
  const chain = own.chainId === here.chainId ? here : there;
  const indexer = evmIndexer(table, { chain });
  const raw = { ...getBlock(...steps), blockchainId: own.blockchainId };
  await indexer.apply([raw], headOver(table));
  const { deps } = await depsWith({ chains: [here, there], blocks: { [chain.chainId]: [raw] }, table });
  const txHash = raw.block.transactions[0]?.hash ?? '';
  const info = async (chains = deps.chains) =>
    (await call(handler, { ...deps, chains }, { params: { chainId: chain.chainId, txHash } })).body
      .teleporterMessageInfo;
  return { table, items, indexer, raw, info };
}

describe('teleporterMessageInfo of getTransaction', () => {
  test('a source transaction shows the destination chain once a node has reported its blockchain id', async () => {
    const { info, table } = await indexed(SOURCE, 'send');
    const known = { teleporterMessageId: messageId, direction: 'SOURCE_TRANSACTION', sourceChainId: '1001' };
    expect(await info()).toEqual(known);
    await table.write([{ put: { ...blockchainIdKey(DESTINATION.blockchainId), [BLOCKCHAIN.chainId]: '1002' } }]);
    // A fresh reader, without the cached miss.
    const { info: later } = await indexedOver(table);
    expect(await later()).toEqual({ ...known, destinationChainId: '1002' });
  });
  test('a destination transaction shows both chains when the source is known by the configuration', async () => {
    const { info } = await indexed(DESTINATION, 'receive', 'execute');
    expect(await info([{ ...here, blockchainId: toCb58(SOURCE.blockchainId) }, there])).toEqual({
      ...{ teleporterMessageId: messageId, direction: 'DESTINATION_TRANSACTION' },
      ...{ sourceChainId: '1001', destinationChainId: '1002' },
    });
  });
  test('a raised fee shows no destination chain, as its event does not name one', async () => {
    const { info } = await indexed(SOURCE, 'add');
    expect(await info()).toEqual({
      ...{ teleporterMessageId: messageId, direction: 'SOURCE_TRANSACTION', sourceChainId: '1001' },
    });
  });
  test('a transaction without Teleporter events has no teleporterMessageInfo', async () => {
    const { info } = await indexed(SOURCE);
    expect(await info()).toBeUndefined();
  });
  test('a rollback removes the message with its block', async () => {
    const { items, indexer, raw, table } = await indexed(SOURCE, 'send');
    expect((await items()).filter((item) => / m /.test(item) && item.startsWith('x#'))).toHaveLength(1);
    const reversal = await indexer.revert?.(0, headOver(table, { epoch: 1 }));
    await reversal?.facts([raw]);
    await reversal?.summaries({ number: 0, time: 0, cumulative: 0 });
    expect((await items()).filter((item) => /^(x|tm|tl)#/.test(item))).toEqual([]);
  });
});

/** Another reader of the table, with empty caches. */
async function indexedOver(table: ReturnType<typeof memoryTable>['table']) {
  const raw = { ...getBlock('send'), blockchainId: SOURCE.blockchainId };
  const { deps } = await depsWith({ chains: [here, there], blocks: { [here.chainId]: [raw] }, table });
  const params = { chainId: here.chainId, txHash: raw.block.transactions[0]?.hash ?? '' };
  return { info: async () => (await call(handler, deps, { params })).body.teleporterMessageInfo };
}
