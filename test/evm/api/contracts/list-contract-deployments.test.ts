import { handler } from '../../../../lambdas/evm/api/contracts/list-contract-deployments';
import type { RawBlock } from '../../../../lambdas/evm/domain/rpc';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';
import { aCursor, address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';

const [ME, OTHER] = [0xa1, 0xa2];
/** Creations by me, by another and failed ones; the contracts' addresses end in every hexadecimal digit. */
const blocks: RawBlock[] = Array.from({ length: 12 }, (_, n) => {
  const raw = aRawBlock(n + 1, [
    { from: ME },
    { from: OTHER },
    { from: ME, to: OTHER },
    { from: ME, failed: true },
    { from: ME },
  ]);
  const receipts = raw.receipts.map((receipt, i) => ({
    ...receipt,
    contractAddress: receipt.contractAddress ? address(0xf000 + 13 * n + 5 * i) : null,
  }));
  return { ...raw, receipts };
});
/** My contracts, newest first, with the hashes of their transactions. */
const made = blocks
  .flatMap(({ block, receipts }) =>
    [0, 4].map((i) => ({
      block: Number(block.number),
      contract: receipts[i]?.contractAddress,
      txHash: block.transactions[i]?.hash,
    })),
  )
  .toReversed();
const ask = (query = {}, who = address(ME)) => ({ params: { chainId: '31337', address: who }, query });
interface Row {
  readonly address: string;
  readonly deploymentDetails: { readonly txHash: string };
}
const shown = (body: Record<string, unknown>) =>
  (body.contracts as Row[]).map((row) => [row.address.toLowerCase(), row.deploymentDetails.txHash]);
const madeUpTo = (block: number) =>
  made.filter((row) => row.block <= block).map(({ contract, txHash }) => [contract, txHash]);

describe('listContractDeployments', () => {
  test('200: a contract has its standard, or UNKNOWN without a token record', async () => {
    const block = aRawBlock(1, [{ from: 1 }, { from: 1 }]);
    const { deps, table } = await depsWith({ blocks: { 31337: [block] } });
    await knowTokens(table, [{ token: 9_001_001, ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6 }]);
    const { status, body } = await call(handler, deps, ask({}, address(1)));
    const getDetails = (n: number) => ({ deploymentDetails: { txHash: hash(n), deployerAddress: address(1) } });
    expect([status, body]).toEqual([
      200,
      {
        contracts: [
          {
            ...{ address: address(9_001_001), ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6 },
            ...getDetails(100_000_100_001),
          },
          { address: address(9_001_000), ercType: 'UNKNOWN', ...getDetails(100_000_100_000) },
        ],
      },
    ]);
  });
  test('200: each contract is listed once, newest first, in pages of 1, 2, 7 and 100', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    for (const pageSize of ['1', '2', '7', '100'])
      expect((await readPages(handler, deps, ask({ pageSize }))).flatMap(shown)).toEqual(madeUpTo(12));
    expect(new Set(madeUpTo(12).map(([contract]) => contract?.at(-1))).size).toBeGreaterThan(10);
  });
  test('200: an address in upper case finds its contracts; one without deployments has an empty list', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const upper = `0x${address(ME).slice(2).toUpperCase()}`;
    expect(shown((await call(handler, deps, ask({ pageSize: '100' }, upper))).body)).toEqual(madeUpTo(12));
    expect((await call(handler, deps, ask({}, address(3)))).body).toEqual({ contracts: [] });
  });
  test('200: deployments in half-written blocks, or blocks being rolled back, are not shown', async () => {
    const { deps, cursors } = await depsWith({
      blocks: { 31337: blocks },
      cursors: { 31337: aCursor({ number: 11 }) },
    });
    const first = await call(handler, deps, ask({ pageSize: '1' }));
    expect(shown(first.body)).toEqual(madeUpTo(11).slice(0, 1));
    const orphan = { number: 3, hash: hash(1_000_003) };
    cursors.set('31337', aCursor({ number: 11, pending: { kind: 'rollback', blocks: [orphan] } }));
    const rest = await call(handler, deps, ask({ pageSize: '100', pageToken: String(first.body.nextPageToken) }));
    expect(shown(rest.body)).toEqual(madeUpTo(2));
  });
  refuses(handler, ask(), [...PAGING, PATH.chainId, PATH.address]);
  needsIndexedChain(handler, ask());
  hidesItsCause(handler, ask());
});
