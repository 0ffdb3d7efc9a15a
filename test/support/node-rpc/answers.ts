const ONES = '11111111111111111111111111111111LpoYY';
const ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const ADDRESS = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const owner = { locktime: '0', threshold: '1', addresses: [ADDRESS] };
const height = { height: '22345678' };
const utxos = { numFetched: '1', utxos: ['0x0000'], encoding: 'hex' };
const index = { address: ADDRESS, utxo: ID };
const block = { block: '0x0000', encoding: 'hex' };
const weights = {
  [NODE]: { publicKey: '0x8f95', weight: '20' },
  'NodeID-111111111111111111116DBWJs': { publicKey: null, weight: '1' },
};

/** By method, in each form of the result. */
export const ANSWERS: Readonly<Record<string, readonly unknown[]>> = {
  'platform.getHeight': [height],
  'platform.getProposedHeight': [height],
  'platform.getTimestamp': [{ timestamp: '2026-11-23T10:15:30Z' }],
  'platform.getValidatorFeeState': [
    { excess: 18446744073709551615n, price: 512, timestamp: '2026-11-23T10:15:30Z' },
    {
      excess: { value: 18446744073709551615n, unit: 'gas' },
      price: { value: 512, unit: 'nAVAX/s' },
      timestamp: '2026-11-23T10:15:30Z',
    },
  ],
  'platform.getValidatorFeeConfig': [
    { capacity: 20_000, target: 10_000, minPrice: 512, excessConversionConstant: 1_246_488_515 },
  ],
  'platform.getFeeState': [{ capacity: 1_000_000, excess: 0, price: 1, timestamp: '2026-11-23T10:15:30Z' }],
  'platform.getFeeConfig': [
    {
      ...{ weights: [1, 1_000, 1_000, 4], maxCapacity: 1_000_000, maxPerSecond: 100_000, targetPerSecond: 50_000 },
      ...{ minPrice: 1, excessConversionConstant: 2_164_043 },
    },
  ],
  'platform.getCurrentSupply': [{ supply: '450000000000000000', ...height }],
  'platform.getBlock': [block, { block: { parentID: ID, height: 1, id: ID }, encoding: 'json' }],
  'platform.getBlockByHeight': [block, { block: { parentID: ID, height: 1, id: ID }, encoding: 'json' }],
  'platform.getTx': [
    { tx: '0x0000', encoding: 'hexnc' },
    { tx: { unsignedTx: { time: 1 }, credentials: [], id: ID }, encoding: 'json' },
  ],
  'platform.getTxStatus': [{ status: 'Committed' }, { status: 'Dropped', reason: 'insufficient funds' }],
  'platform.getRewardUTXOs': [utxos, { numFetched: '0', utxos: [], encoding: 'hex' }],
  'platform.getUTXOs': [{ ...utxos, endIndex: index }],
  'platform.getBalance': [
    {
      ...{ balance: '3', unlocked: '1', lockedStakeable: '1', lockedNotStakeable: '1', balances: { [ID]: '3' } },
      ...{ unlockeds: { [ID]: '1' }, lockedStakeables: {}, lockedNotStakeables: {}, utxoIDs: [] },
    },
  ],
  'platform.getStake': [{ staked: '5', stakeds: { [ID]: '5' }, stakedOutputs: ['0x0000'], encoding: 'hex' }],
  'platform.getMinStake': [{ minValidatorStake: '2000000000000', minDelegatorStake: '25000000000' }],
  'platform.getTotalStake': [{ stake: '5', weight: '5' }],
  'platform.getStakingAssetID': [{ assetID: ID }],
  'platform.getSubnet': [
    {
      ...{ isPermissioned: true, controlKeys: [ADDRESS], threshold: '1', locktime: '0' },
      ...{ subnetTransformationTxID: ONES, conversionID: ONES, managerChainID: ONES, managerAddress: null },
    },
    {
      ...{ isPermissioned: false, controlKeys: [], threshold: '0', locktime: '0' },
      ...{ subnetTransformationTxID: ONES, conversionID: ID, managerChainID: ID, managerAddress: '0x0feedc0de0000000' },
    },
  ],
  'platform.getSubnets': [{ subnets: [{ id: ONES, controlKeys: [], threshold: '0' }] }],
  'platform.getBlockchains': [{ blockchains: [{ id: ID, name: 'C-Chain', subnetID: ONES, vmID: ID }] }],
  'platform.getBlockchainStatus': ['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'].map((status) => ({
    status,
  })),
  'platform.validates': [{ blockchainIDs: [ID] }],
  'platform.validatedBy': [{ subnetID: ONES }],
  'platform.getCurrentValidators': [
    {
      validators: [
        {
          ...{ txID: ID, startTime: '1', endTime: '2', weight: '20', nodeID: NODE, validationRewardOwner: owner },
          ...{
            delegationRewardOwner: owner,
            potentialReward: '1',
            accruedDelegateeReward: '0',
            delegationFee: '10.0000',
          },
          ...{ uptime: '99.1234', connected: true, delegatorCount: '0', delegatorWeight: '0' },
          signer: { publicKey: '0x8f95', proofOfPossession: '0x86a3' },
        },
        {
          ...{ nodeID: NODE, weight: '20', startTime: '1', validationID: ID, publicKey: '0x8f95', minNonce: '0' },
          ...{ remainingBalanceOwner: owner, deactivationOwner: owner, balance: '0' },
        },
      ],
    },
    { validators: [] },
  ],
  'platform.getL1Validator': [
    {
      ...{ nodeID: NODE, weight: '20', startTime: '1', validationID: ID, publicKey: '0x8f95', minNonce: '0' },
      ...{ remainingBalanceOwner: owner, deactivationOwner: owner, balance: '1000000000', subnetID: ID, ...height },
    },
  ],
  'platform.getValidatorsAt': [weights, {}],
  'platform.getAllValidatorsAt': [{ validatorSets: { [ONES]: { ...weights, totalWeight: '21' } } }],
  'platform.sampleValidators': [{ validators: [NODE, NODE] }],
};
