import { READ_UNITS } from '../../../../lambdas/core/contract/read-units';
import { handler } from '../../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { addressesIn } from '../../../../lambdas/pchain/api/shared/ids';
import type { PUtxoRow } from '../../../../lambdas/pchain/domain/rows';
import { utxoOfItems } from '../../../../lambdas/pchain/rows/items';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { getStranger, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofPChain } from '../../../support/endpoints/primary-network';
import { hash } from '../../../support/make/blocks';
import type { ExpectedBalance } from '../../../support/pchain/expected/balances';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

const [ADDRESS = ''] = addressesIn('addresses', [STRANGER], 'custom');

async function getBalances(deps: AllDeps, query: Record<string, string>) {
  const { status, body } = await call(handler, deps, ofPChain(query));
  expect([status, body.message]).toEqual([200, undefined]);
  return body.balances as ExpectedBalance;
}

/** An address with 1,875 unspent and 625 spent outputs, and dependencies that limit reads without a key. */
async function withOutputs(run: (depsFor: (units?: number) => Promise<AllDeps>, sum: bigint) => Promise<void>) {
  await withNetwork(RECORDINGS[1], async (net) => {
    await net.followTo(1);
    const owners = { locktime: 0n, threshold: 1, addresses: [ADDRESS] };
    const rows = Array.from({ length: 2_500 }, (_, outputIndex): PUtxoRow => {
      const spent = outputIndex % 4 === 0 ? { spent: { by: hash(1), block: 1, time: 5 } } : {};
      const own = { txId: hash(outputIndex % 7), outputIndex, assetId: hash(2), amount: BigInt(outputIndex) };
      return { ...own, ...spent, owners, origin: 'transaction', by: hash(3), created: { block: 0, time: 5 } };
    });
    await net.table.write(rows.flatMap((row) => utxoOfItems(NETWORK, row).map((put) => ({ put }))));
    const { deps } = await primaryDeps(net);
    const unspent = rows.filter(({ spent }) => !spent).reduce((sum, { amount }) => sum + amount, 0n);
    await run(async (units = deps.readUnitsWithoutKey) => ({ ...deps, readUnitsWithoutKey: units }), unspent);
  });
}

/** More than a request without spent outputs reads, and less than one with them. */
const UNITS = 280;
const AT_A_TIME = { addresses: STRANGER, blockTimestamp: '2147483647' };
const KEY = { caller: { plan: 'free', ownerId: 'team-7' } };

test('200: balances count outputs of several table pages', () =>
  withOutputs(async (depsFor, sum) => {
    for (const query of [{ addresses: STRANGER }, AT_A_TIME]) {
      const { unlockedUnstaked } = await getBalances(await depsFor(), query);
      expect(unlockedUnstaked).toMatchObject([{ amount: String(sum), utxoCount: 1_875 }]);
    }
  }));
test('400: a request without a key cannot read that many outputs, but can with a key or without spent ones', () =>
  withOutputs(async (depsFor) => {
    const deps = await depsFor(UNITS);
    const asked = async (query: Record<string, string>, as: object = {}) => {
      const { status, body } = await call(handler, deps, { ...ofPChain(query), ...as });
      return [status, body.message];
    };
    expect(await asked({ addresses: STRANGER })).toEqual([200, undefined]);
    expect(await asked(AT_A_TIME, KEY)).toEqual([200, undefined]);
    expect(await asked(AT_A_TIME)).toEqual([
      400,
      `the request would use more than ${UNITS} read units of the table: send an API key, which allows ${READ_UNITS.sum}, or ask for fewer addresses, or add up the pages of …/utxos`,
    ]);
  }));
test('400: a rejected request stops reading the lists of its addresses', () =>
  withOutputs(async (depsFor) => {
    const deps = await depsFor(UNITS);
    let pages = 0;
    const counting: AllDeps['PUtxoOf'] = {
      ...deps.PUtxoOf,
      async *pages(...asked) {
        for await (const page of deps.PUtxoOf.pages(...asked)) {
          pages++;
          yield page;
        }
      },
    };
    const addresses = Array.from({ length: 40 }, () => STRANGER);
    const many = { ...deps, PUtxoOf: counting };
    const query = { addresses: [STRANGER, ...addresses.map((_, n) => getStranger(n))].join(), blockTimestamp: '5' };
    expect((await call(handler, many, ofPChain(query))).status).toBe(400);
    const atTheAnswer = pages;
    await new Promise((resolve) => setImmediate(resolve));
    expect(pages).toBe(atTheAnswer);
  }));
