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

/** A table that the indexer of a chain has written a block to, whose only transaction logs these. */
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

describe('the message of a transaction, as getTransaction shows it', () => {
  test('on the source chain, the destination known by its node alone', async () => {
    const { info, table } = await indexed(SOURCE, 'send');
    const known = { teleporterMessageId: messageId, direction: 'SOURCE_TRANSACTION', sourceChainId: '1001' };
    expect(await info()).toEqual(known);
    await table.write([{ put: { ...blockchainIdKey(DESTINATION.blockchainId), [BLOCKCHAIN.chainId]: '1002' } }]);
    // A function that has not cached that the id is unknown.
    const { info: later } = await indexedOver(table);
    expect(await later()).toEqual({ ...known, destinationChainId: '1002' });
  });
  test('on the destination chain, the source known by the configuration', async () => {
    const { info } = await indexed(DESTINATION, 'receive', 'execute');
    expect(await info([{ ...here, blockchainId: toCb58(SOURCE.blockchainId) }, there])).toEqual({
      ...{ teleporterMessageId: messageId, direction: 'DESTINATION_TRANSACTION' },
      ...{ sourceChainId: '1001', destinationChainId: '1002' },
    });
  });
  test('where a fee is raised, which does not tell the destination', async () => {
    const { info } = await indexed(SOURCE, 'add');
    expect(await info()).toEqual({
      ...{ teleporterMessageId: messageId, direction: 'SOURCE_TRANSACTION', sourceChainId: '1001' },
    });
  });
  test('is absent of any other transaction', async () => {
    const { info } = await indexed(SOURCE);
    expect(await info()).toBeUndefined();
  });
  test('leaves with its block', async () => {
    const { items, indexer, raw, table } = await indexed(SOURCE, 'send');
    expect((await items()).filter((item) => / m /.test(item) && item.startsWith('x#'))).toHaveLength(1);
    const reversal = await indexer.revert?.(0, headOver(table, { epoch: 1 }));
    await reversal?.facts([raw]);
    await reversal?.summaries({ number: 0, time: 0, cumulative: 0 });
    expect((await items()).filter((item) => /^(x|tm|tl)#/.test(item))).toEqual([]);
  });
});

/** A reader of its own over a table. */
async function indexedOver(table: ReturnType<typeof memoryTable>['table']) {
  const raw = { ...getBlock('send'), blockchainId: SOURCE.blockchainId };
  const { deps } = await depsWith({ chains: [here, there], blocks: { [here.chainId]: [raw] }, table });
  const params = { chainId: here.chainId, txHash: raw.block.transactions[0]?.hash ?? '' };
  return { info: async () => (await call(handler, deps, { params })).body.teleporterMessageInfo };
}
