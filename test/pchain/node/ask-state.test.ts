import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { nodeIdText } from '../../../lambdas/pchain/domain/node-id';
import type { Touched } from '../../../lambdas/pchain/domain/touched';
import { createStateQuestions } from '../../../lambdas/pchain/node/ask-state';

const PRIMARY = `0x${'00'.repeat(32)}`;
const [SUBNET, VALIDATION, OTHER] = ['5b', '7a', '0d'].map((byte) => `0x${byte.repeat(32)}`) as [
  string,
  string,
  string,
];
const owner = { locktime: '0', threshold: '1', addresses: ['P-custom1qrewmcnsggrn7yy6ahp3wdqjetyxers49jya6k'] };

/** A node with an L1 of one validator with a settable balance. Counts requests for its validators. */
function createNode() {
  const node = { balance: '0', asked: 0 };
  const answers: Record<string, (params: Readonly<Record<string, unknown>>) => unknown> = {
    getValidatorFeeState: () => ({ excess: 5, price: 1, timestamp: '2026-11-23T10:15:30Z' }),
    getCurrentSupply: () => ({ supply: '7', height: '1' }),
    getBlockchains: () => ({ blockchains: [] }),
    getSubnets: () => ({ subnets: [{ id: toCb58(SUBNET) }, { id: toCb58(PRIMARY) }] }),
    getSubnet: () => ({
      ...{ controlKeys: owner.addresses, threshold: '1', locktime: '0', subnetTransformationTxID: toCb58(PRIMARY) },
      ...{ conversionID: toCb58(OTHER), managerChainID: toCb58(OTHER), managerAddress: null },
    }),
    getCurrentValidators({ subnetID }) {
      if (subnetID === undefined) return { validators: [] };
      node.asked += 1;
      const validator = {
        ...{
          validationID: toCb58(VALIDATION),
          nodeID: nodeIdText(`0x${'2f'.repeat(20)}`),
          weight: '3',
          startTime: '5',
        },
        ...{ publicKey: `0x${'8f'.repeat(48)}`, minNonce: '0', balance: node.balance },
        ...{ remainingBalanceOwner: owner, deactivationOwner: owner },
      };
      return { validators: [validator] };
    },
  };
  const answer = (method: string, params: Readonly<Record<string, unknown>> = {}) => answers[method]?.(params);
  const rpc = {
    call: async (...one: Parameters<typeof answer>) => answer(...one),
    all: async (calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[]) =>
      calls.map((one) => answer(...one)),
  };
  return { node, questions: createStateQuestions(rpc, 'custom', PRIMARY) };
}

const touched = (more: Partial<Touched> = {}): Touched => ({
  ...{ nodes: new Set(), subnets: new Set(), stakes: new Set(), validations: new Set(), ...more },
});

test.each<[what: string, change: Touched | undefined, asked: number]>([
  ['untouched', touched(), 1],
  ["another L1's validation touched", touched({ validations: new Set([OTHER]) }), 1],
  ['its validation touched', touched({ validations: new Set([VALIDATION]) }), 2],
  ['its subnet touched', touched({ subnets: new Set([SUBNET]) }), 2],
  ['changes unknown', undefined, 2],
])('an L1 without balances is fetched again only if blocks may have touched it: %s', async (_, change, asked) => {
  const { node, questions } = createNode();
  const { l1Validators } = await questions.ask();
  expect(l1Validators).toMatchObject([{ validationId: VALIDATION, subnetId: SUBNET, balance: 0n, start: 5 }]);
  questions.forget(change);
  node.balance = '9';
  const later = await questions.ask();
  expect([node.asked, later.l1Validators[0]?.balance]).toEqual([asked, asked === 1 ? 0n : 9n]);
});

test('an L1 with a balance is fetched again because fees reduce it over time', async () => {
  const { node, questions } = createNode();
  node.balance = '10';
  await questions.ask();
  questions.forget(touched());
  node.balance = '8';
  expect((await questions.ask()).l1Validators[0]?.balance).toBe(8n);
});

test('a negative validator balance is rejected as an invalid node response', async () => {
  const { node, questions } = createNode();
  node.balance = '-1';
  await expect(questions.ask()).rejects.toThrow(/^invalid node response for getCurrentValidators: /);
});
