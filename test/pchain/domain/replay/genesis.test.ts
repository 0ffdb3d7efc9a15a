import { genesisState } from '../../../../lambdas/pchain/domain/replay/genesis';
import { compareStates } from '../../../support/pchain/compare-states';
import { RecordedNetwork } from '../../../support/pchain/recorded';

/** The network `local` of avalanchego before its first block, with five genesis validators. */
const network = new RecordedNetwork('test/support/pchain/genesis.jsonl.gz');

test("each genesis validator has the node's potential reward, and no two are equal", () => {
  const { compared, state } = compareStates(network);
  expect([compared.validators, state.height]).toEqual([5, 0]);
  expect(new Set([...state.stakers.values()].map(({ potentialReward }) => potentialReward)).size).toBe(5);
});

test("fuji's genesis validators are in the order of a heap by end time", () => {
  const owner = { type: 'OutputOwners', locktime: 0n, threshold: 0, addresses: [] } as const;
  const base = { networkId: 5, blockchainId: '0x', outputs: [], inputs: [], memo: '0x' };
  // Each ends 54,000 s before the previous one.
  const validators = Array.from({ length: 20 }, (_, place) => ({
    txId: String(place),
    tx: {
      ...{ type: 'AddValidatorTx' as const, ...base, stake: [], rewardsOwner: owner, shares: 20_000 },
      validator: { nodeId: '0x', start: 0n, end: BigInt(31_536_000 - 54_000 * place), weight: 1n },
    },
  }));
  const genesis = { blockId: '0x', time: 0, supply: 360_000_000n * 1_000_000_000n };
  const order = '19 18 13 16 17 10 12 9 15 8 7 1 5 4 11 0 6 3 14 2';
  for (const given of [validators, validators.toReversed()])
    expect([...genesisState({ ...genesis, validators: given }, network.rules).stakers.keys()].join(' ')).toBe(order);
});
