import { handler as addresses } from '../../../lambdas/webhooks/api/add-addresses-to-webhook';
import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { handler as get } from '../../../lambdas/webhooks/api/get-webhook';
import { handler as list } from '../../../lambdas/webhooks/api/list-webhooks';
import { handler as update } from '../../../lambdas/webhooks/api/update-webhook';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { PRO } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { aPChain } from '../../support/make/p-chain';
import { addressText } from '../../support/pchain/address';
import { CHAIN, NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryWorld } from '../../support/pchain/world';

const address = (n: number, hrp = 'custom') => addressText(`0x${String(n).padStart(40, '0')}`, hrp);
const NODE = 'NodeID-QF2n8FvjEAXhF3K5NfgxaerAjMvV6YuQb';
const SUBNET = '2pemiMnW5KURYLtmRwNsC97QyT8wAu2vPigmTMETdfeTTVsRxC';

const hook = { url: 'https://example.com/hook', network: NETWORK };
const ofAddresses = (metadata: object = {}, more: object = {}) => ({
  ...{ ...hook, eventType: 'primary_network_address_activity', chainId: 'p-chain' },
  metadata: {
    ...{ keyType: 'addresses', keys: [address(2), address(1).slice(2)] },
    ...{ subEvents: { addressActivitySubEvents: ['balance_change'] }, ...metadata },
  },
  ...more,
});
const ofValidators = (metadata: object = {}, more: object = {}) => ({
  ...{ ...hook, eventType: 'validator_activity' },
  metadata: {
    ...{ keyType: 'nodeId', keys: [NODE], subEvents: { validatorActivitySubEvents: ['validator_stake'] } },
    ...metadata,
  },
  ...more,
});

const registered = async (body: object, caller = PRO) => {
  const { deps } = await primaryWorld(RECORDINGS[1]);
  return { deps, answer: await call(create, deps, { caller, body }) };
};

describe('registration of P-Chain webhooks', () => {
  test('an address webhook is created and read back with sorted, unique addresses without the P- prefix', async () => {
    const threshold = { balanceType: 'unlockedUnstaked', balanceThreshold: '1000' };
    const { deps, answer } = await registered(
      ofAddresses(
        {
          keys: [address(2), address(1).slice(2), address(1)],
          subEvents: { addressActivitySubEvents: ['balance_threshold', 'balance_change', 'balance_threshold'] },
          ...{ balanceThresholdFilter: threshold, eventSignatures: [] },
        },
        { name: 'treasury' },
      ),
    );
    const shown = {
      ...{ eventType: 'primary_network_address_activity', chainId: 'p-chain', network: NETWORK, status: 'active' },
      ...{ name: 'treasury', description: '', url: hook.url },
      metadata: {
        ...{ keyType: 'addresses', keys: [address(1).slice(2), address(2).slice(2)] },
        subEvents: { addressActivitySubEvents: ['balance_threshold', 'balance_change'] },
        balanceThresholdFilter: threshold,
      },
    };
    expect([answer.status, answer.body]).toMatchObject([201, shown]);
    const { id } = answer.body;
    expect((await call(get, deps, { params: { id: String(id) }, caller: PRO })).body).toMatchObject(shown);
    const { body } = await call(list, deps, { caller: PRO, query: {} });
    expect(body.webhooks).toContainEqual(expect.objectContaining({ id, metadata: shown.metadata }));
  });

  test('a validator webhook is created and read back with the same metadata', async () => {
    const metadata = {
      ...{ keyType: 'subnetId', keys: [SUBNET], nodeIds: [NODE], subnetIds: [SUBNET] },
      subEvents: {
        validatorActivitySubEvents: [
          'l1_validator_balance_threshold',
          'l1_validator_removed',
          'l1_validator_runway',
          'stake_ending',
        ],
      },
      l1ValidatorFeeBalanceThreshold: '18446744073709551615',
      runwayDays: [365, 7, 1],
      daysBefore: [14],
    };
    const { deps, answer } = await registered(ofValidators(metadata));
    const shown = { eventType: 'validator_activity', chainId: 'p-chain', network: NETWORK, metadata };
    expect([answer.status, answer.body]).toMatchObject([201, shown]);
    const { body } = await call(get, deps, { params: { id: String(answer.body.id) }, caller: PRO });
    expect(body).toMatchObject(shown);
  });

  const WRONG = `${NODE.slice(0, -1)}a`;
  test.each<[string, object, string]>([
    ['no network', ofAddresses({}, { network: undefined }), 'network: must be mainnet, fuji, testnet or the name of'],
    [
      'an unknown network',
      ofAddresses({}, { network: 'mainnet' }),
      'network: mainnet is not configured on this deployment',
    ],
    [
      'no chain',
      ofAddresses({}, { chainId: undefined }),
      'chainId: must be p-chain, x-chain, c-chain, or the blockchain ID',
    ],
    ['another chain', ofAddresses({}, { chainId: 'x-chain' }), 'chainId: x-chain is not indexed on this deployment'],
    ['another key type', ofAddresses({ keyType: 'nodeId' }), 'metadata.keyType: must be addresses'],
    ['no addresses', ofAddresses({ keys: [] }), 'metadata.keys: must have at least one address'],
    ['keys that are not a list', ofAddresses({ keys: 'x' }), 'metadata.keys: must be a list of addresses'],
    ['an EVM address', ofAddresses({ keys: [`0x${'1'.repeat(40)}`] }), 'metadata.keys.0: must be a P-Chain address'],
    [
      'an address of another network',
      ofAddresses({ keys: [address(1), address(1, 'avax')] }),
      'belongs to another network: addresses of this one start with custom1',
    ],
    [
      'a bad address checksum',
      ofAddresses({ keys: [address(1).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))] }),
      'is not a valid address (bad checksum or length)',
    ],
    ['no sub-events', ofAddresses({ subEvents: undefined }), 'metadata.subEvents: must have addressActivitySubEvents'],
    [
      'an empty list of sub-events',
      ofAddresses({ subEvents: { addressActivitySubEvents: [] } }),
      'metadata.subEvents.addressActivitySubEvents: must have at least one sub-event',
    ],
    [
      'an unknown sub-event',
      ofAddresses({ subEvents: { addressActivitySubEvents: ['moved'] } }),
      'must be balance_change, balance_threshold, reward_distribution',
    ],
    [
      'a missing balance threshold',
      ofAddresses({ subEvents: { addressActivitySubEvents: ['balance_threshold'] } }),
      'metadata.balanceThresholdFilter: is required for the sub-event balance_threshold',
    ],
    [
      'a threshold of 0',
      ofAddresses({ balanceThresholdFilter: { balanceType: 'lockedStaked', balanceThreshold: '0' } }),
      'metadata.balanceThresholdFilter.balanceThreshold: must be a positive amount of nAVAX in decimal digits',
    ],
    [
      'an untracked balance type',
      ofAddresses({ balanceThresholdFilter: { balanceType: 'atomicMemoryLocked', balanceThreshold: '1' } }),
      'pendingStaked: P-Chain blocks do not reveal atomicMemoryLocked',
    ],
    [
      'event signatures',
      ofAddresses({ eventSignatures: ['0x12'] }),
      'must be absent or empty: the P-Chain has no event',
    ],
    ['confirmations', ofAddresses({}, { confirmations: 1 }), 'confirmations: unknown'],
    ['two keys', ofValidators({ keys: [NODE, NODE] }), 'metadata.keys: must have exactly one ID'],
    ['no key', ofValidators({ keys: [] }), 'metadata.keys: must have exactly one ID'],
    ['a subnet for a node', ofValidators({ keys: [SUBNET] }), `metadata.keys: ${SUBNET} is not a valid node ID`],
    ['a node for a subnet', ofValidators({ keyType: 'subnetId' }), `metadata.keys: ${NODE} is not a valid CB58 ID`],
    ['a wrong checksum of a node', ofValidators({ keys: [WRONG] }), `metadata.keys: ${WRONG} is not a valid node ID`],
    ['a malformed node', ofValidators({ nodeIds: ['x'] }), 'metadata.nodeIds.0: must be a node ID'],
    [
      'a bad checksum in a node ID filter',
      ofValidators({ nodeIds: [WRONG] }),
      `metadata.nodeIds: ${WRONG} is not a valid node ID`,
    ],
    ['no subnets', ofValidators({ subnetIds: [] }), 'metadata.subnetIds: must have at least one subnet'],
    [
      'a missing L1 balance threshold',
      ofValidators({ subEvents: { validatorActivitySubEvents: ['l1_validator_balance_threshold'] } }),
      'metadata.l1ValidatorFeeBalanceThreshold: is required for the sub-event l1_validator_balance_threshold',
    ],
    [
      'a missing number of days left',
      ofValidators({ subEvents: { validatorActivitySubEvents: ['l1_validator_runway'] }, daysBefore: [1] }),
      'metadata.runwayDays: is required for the sub-event l1_validator_runway',
    ],
    [
      'a missing number of days before an end',
      ofValidators({ subEvents: { validatorActivitySubEvents: ['delegation_ending'] }, runwayDays: [1] }),
      'metadata.daysBefore: is required for the sub-events stake_ending and delegation_ending',
    ],
    ['no day', ofValidators({ runwayDays: [0] }), 'metadata.runwayDays.0: must be at least 1'],
    ['more than a year', ofValidators({ daysBefore: [366] }), 'metadata.daysBefore.0: must be at most 365'],
    ['half a day', ofValidators({ daysBefore: [0.5] }), 'metadata.daysBefore.0: must be whole days'],
    ['no number of days', ofValidators({ daysBefore: [] }), 'metadata.daysBefore: must have at least one value'],
    ['a chain ID on a validator webhook', ofValidators({}, { chainId: 'p-chain' }), 'chainId: unknown'],
  ])('a registration with %s is rejected with 400 and a reason', async (_, body, message) => {
    const { answer } = await registered(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('a registration with more addresses than the plan allows is rejected with 403', async () => {
    const keys = Array.from({ length: 6 }, (_, n) => address(n));
    const { answer } = await registered(ofAddresses({ keys }), { plan: 'free', ownerId: 'team-3' });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      expect.stringContaining('allows 5 addresses per webhook'),
    ]);
  });

  test('a registration gets 400 on a network without an index and 503 before its first block is indexed', async () => {
    const { deps } = await depsWith({ pChains: [aPChain('closed'), aPChain(NETWORK, { index: true })] });
    const ask = async (network: string) => {
      const { status, body } = await withMutedErrors(() =>
        call(create, deps, { caller: PRO, body: ofAddresses({}, { network }) }),
      );
      return [status, body.message];
    };
    expect(await ask('closed')).toEqual([
      400,
      'network: the P-Chain of closed is not indexed and does not support webhooks',
    ]);
    expect(await ask(NETWORK)).toEqual([503, `the P-Chain of ${NETWORK} is not indexed yet; try again`]);
  });

  test('a validator webhook rejects EVM-only fields and added addresses, and can be renamed', async () => {
    const { deps, answer } = await registered(ofValidators());
    const params = { id: String(answer.body.id) };
    for (const change of [{ filters: null }, { confirmations: 1 }, { removals: false }, { includeLogs: true }]) {
      const { status, body } = await call(update, deps, { params, body: change, caller: PRO });
      const [field] = Object.keys(change);
      expect([status, body.message]).toEqual([400, `${field}: not supported by validator_activity webhooks`]);
    }
    const more = { params, body: { addresses: [`0x${'1'.repeat(40)}`] }, caller: PRO };
    expect((await call(addresses, deps, more)).body.message).toMatch('has no address list');
    const renamed = await call(update, deps, { params, body: { name: 'other' }, caller: PRO });
    expect([renamed.status, renamed.body.name, renamed.body.network]).toEqual([200, 'other', NETWORK]);
  });

  test('a webhook is stored under the internal name of its chain', async () => {
    const { deps, answer } = await registered(ofAddresses());
    expect(await deps.Webhook.find(PRO.ownerId, String(answer.body.id))).toMatchObject({ chain: CHAIN });
  });
});
