import { handler as health } from '../../../lambdas/app/service/health-check';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import { handler as deployment } from '../../../lambdas/evm/api/contracts/get-deployment-transaction';
import { handler as deployments } from '../../../lambdas/evm/api/contracts/list-contract-deployments';
import { handler as transaction } from '../../../lambdas/evm/api/transactions/get-transaction';
import { handler as v1 } from '../../../lambdas/evm/api/transactions/list-transactions';
import { handler as v2 } from '../../../lambdas/evm/api/transactions/list-transactions-v2';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { getPlaces, readPages } from '../../support/endpoints/transactions';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import {
  anInternalTx,
  getInternals,
  internalsShown,
  type ShownInternal,
  tracedWorld,
} from '../../support/make/internal-transactions';
import { ME, transactionsIn } from '../../support/make/token-world';

const blocks = tracedWorld(9, 20);
const ask = (who: string) => ({ params: { chainId: '31337', address: who } });
interface Row {
  readonly nativeTransaction: { readonly txHash: string };
  readonly internalTransactions: unknown[];
}
const shownIn = (pages: readonly Record<string, unknown>[]): ShownInternal[] =>
  pages.flatMap(({ transactions }) =>
    (transactions as Row[]).flatMap((row) => internalsShown(row.internalTransactions, row.nativeTransaction.txHash)),
  );

/** Places of the transactions that involve me, counting internal transactions up to block `traced`. */
const placesWith = (traced: number) => {
  const own = transactionsIn(blocks, ME).map(({ row }) => row.place);
  const within = blocks.flatMap(({ block, internalTxs = [] }) =>
    Number(block.number) > traced
      ? []
      : internalTxs.filter(({ from, to }) => from === ME || to === ME).map(({ tx }) => `${Number(block.number)}/${tx}`),
  );
  const order = (place: string) => place.split('/').map(Number) as [number, number];
  return [...new Set([...own, ...within])].toSorted((a, b) => {
    const [[blockA, txA], [blockB, txB]] = [order(a), order(b)];
    return blockA - blockB || txA - txB;
  });
};

describe.each([
  ['listTransactions', v1],
  ['listTransactionsV2', v2],
] as const)('%s', (_, handler) => {
  test.each([20, 9, -1])(
    '200: internal transactions up to the trace cursor (%i) are shown and add their transaction to the list',
    async (traced) => {
      const { deps } = await depsWith({ blocks: { 31337: blocks }, traced: { 31337: traced } });
      for (const [sortOrder, pageSize] of [
        ['asc', '3'],
        ['desc', '7'],
      ] as const) {
        const pages = await readPages(handler, deps, { ...ask(ME), query: { sortOrder, pageSize } });
        const inOrder = <T>(rows: T[]) => (sortOrder === 'asc' ? rows : rows.toReversed());
        expect(pages.flatMap(getPlaces)).toEqual(inOrder(placesWith(traced)));
        const truth = getInternals(blocks).flatMap(({ block, row }) => (block <= traced ? [row] : []));
        const byPlace = (rows: ShownInternal[]) =>
          rows.map((row) => JSON.stringify({ ...row, value: String(row.value) })).toSorted();
        expect(byPlace(shownIn(pages))).toEqual(byPlace(truth));
      }
      expect(placesWith(20).length).toBeGreaterThan(placesWith(-1).length);
    },
  );
});

describe('getTransaction', () => {
  const raw = aRawBlock(2, [{ from: 1, to: 3 }]);
  const internalTxs = [
    anInternalTx({ value: 5n }),
    anInternalTx({ row: 1, type: 'CREATE', to: address(9), created: address(9) }),
  ];
  const own = { params: { chainId: '31337', txHash: hash(100_000_200_000) } };
  const internals = async (change?: (item: Record<string, unknown>) => Record<string, unknown>) => {
    const { deps, table } = await depsWith({ blocks: { 31337: [{ ...raw, internalTxs }] } });
    const at = { pk: key(entities.TxInternal.pk, { chain: '31337', hash: own.params.txHash }), sk: 'i#00' };
    const item = await table.get(at);
    if (change && item) await table.write([{ put: { ...at, ...change(item) } }]);
    const { status, body } = await call(transaction, deps, own);
    return [
      status,
      internalsShown(body.internalTransactions, own.params.txHash).map(({ value, type }) => [type, value]),
    ];
  };
  test('200: all internal transactions are shown in order', async () => {
    expect(await internals()).toEqual([
      200,
      [
        ['CALL', 5n],
        ['CREATE', 1n],
      ],
    ]);
  });
  test('200: internal transactions with another block hash, or half written, are omitted', async () => {
    expect(await internals((item) => ({ ...item, h: new Uint8Array(32) }))).toEqual([200, []]);
    expect(await internals((item) => ({ ...item, n: 2 }))).toEqual([200, []]);
  });
});

test('a contract created by a contract names its sender and its creator, and is listed for both', async () => {
  const internalTxs = [
    anInternalTx({ type: 'CREATE2', from: address(7), to: address(9), created: address(9), value: 0n }),
  ];
  const { deps } = await depsWith({ blocks: { 31337: [{ ...aRawBlock(2, [{ from: 1, to: 7 }]), internalTxs }] } });
  for (const who of [address(1), address(7)]) {
    const { body } = await call(deployments, deps, ask(who));
    expect(body.contracts).toEqual([
      expect.objectContaining({
        address: address(9),
        deploymentDetails: {
          txHash: hash(100_000_200_000),
          deployerAddress: address(1),
          deployerContractAddress: address(7),
        },
      }),
    ]);
  }
  const { body } = await call(deployment, deps, ask(address(9)));
  expect(internalsShown(body.internalTransactions)).toEqual([expect.objectContaining({ type: 'CREATE2' })]);
});

test('health-check shows the traced block, capped at the indexed block and omitted when tracing is off', async () => {
  const details = async (traceCursors: object) => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const traceCursor = { number: 12, time: 0, epoch: 0, fence: 1, ...traceCursors };
    const { body } = await call(health, {
      ...deps,
      Cursor: { ...deps.Cursor, traceCursors: async () => new Map([['31337', traceCursor]]) },
    });
    return (body.details as Record<string, { tracedBlock?: number }>)['chain-31337'];
  };
  expect(await details({})).toMatchObject({ indexedBlock: 20, tracedBlock: 12 });
  expect(await details({ number: 99 })).toMatchObject({ tracedBlock: 20 });
  expect(await details({ offAt: 1 })).not.toHaveProperty('tracedBlock');
});
