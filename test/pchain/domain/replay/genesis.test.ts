import { genesisState } from '../../../../lambdas/pchain/domain/replay/genesis';
import { compareStates } from '../../../support/pchain/compare-states';
import { RecordedNetwork } from '../../../support/pchain/recorded';

/** The network `local` of avalanchego, whose genesis has five validators; it made no block yet. */
const network = new RecordedNetwork('test/support/pchain/genesis.jsonl.gz');

test('each validator of a genesis is promised what the node says: each another reward, as they start one after the other', () => {
  const { compared, state } = compareStates(network);
  expect([compared.validators, state.height]).toEqual([5, 0]);
  expect(new Set([...state.stakers.values()].map(({ potentialReward }) => potentialReward)).size).toBe(5);
});

test('the order is that of a heap by end: of the twenty validators of fuji, by their place in its genesis', () => {
  const owner = { type: 'OutputOwners', locktime: 0n, threshold: 0, addresses: [] } as const;
  const base = { networkId: 5, blockchainId: '0x', outputs: [], inputs: [], memo: '0x' };
  // Each ends 54,000 s before the one before it.
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
