import { idOfCb58 } from '../../../lambdas/core/domain/cb58';
import { fetchTxs } from '../../../lambdas/pchain/node/txs';
import { expectedTransactions } from '../../support/pchain/expected/transactions';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';

const network = new RecordedNetwork(RECORDINGS[1]);
const told = expectedTransactions(network.recording).map(({ txHash }) => txHash);
const ids = told.map((txHash) => idOfCb58(txHash) ?? '');

/** A node that returns transaction `swap(id)` with its bytes changed by `alter`. */
const node = (swap: (txID: string) => string = (txID) => txID, alter = (tx: string) => tx) => ({
  all: async (calls: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[]) =>
    calls.map(([method, { txID }]) => {
      const { tx } = network.must<{ tx: string }>(network.last, `platform.${method}`, { txID: swap(String(txID)) });
      return { tx: alter(tx) };
    }),
});

test('every requested transaction is returned with the bytes that its block has', async () => {
  const found = await fetchTxs(node(), ids);
  expect([...found.keys()]).toEqual(ids);
  const blocks = Array.from({ length: network.last + 1 }, (_, height) => network.block(height));
  const inBlocks = new Map(
    blocks.flatMap(({ txs, proposal }) => [...txs, ...(proposal ? [proposal] : [])]).map((tx) => [tx.id, tx.bytes]),
  );
  for (const [id, bytes] of found) expect(bytes).toBe(inBlocks.get(id));
  expect(found.size).toBeGreaterThan(30);
});

const [first = '', second = ''] = told;
test.each([
  ['another transaction', node(() => second), /^the node returned a different transaction for \w+$/],
  [
    'damaged bytes',
    node(undefined, (tx) => `${tx.slice(0, -1)}${tx.endsWith('0') ? '1' : '0'}`),
    /^corrupt data from the node for transaction /,
  ],
  ['no bytes', node(undefined, () => '0x'), /^invalid node response for transaction \w+: tx is malformed$/],
])('a node that returns %s is rejected', async (_, wrong, message) => {
  await expect(fetchTxs(wrong, [idOfCb58(first) ?? ''])).rejects.toThrow(message);
});
