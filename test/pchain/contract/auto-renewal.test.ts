import { openapiDocument } from '../../support/openapi/document';

/*
 * Fields and types that the published client (chainkit 0.3.14, September 2026) reads, from its public schemas; optional
 * ones have a question mark. The client rejects answers with a missing field or another type.
 */
const PUBLIC: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AutoRenewDetails: {
    state: 'renewing exiting exited aborted',
    nextPeriodSeconds: 'number',
    autoCompoundSharePercent: 'number',
    compoundedWeight: 'string',
    accruedValidationRewards: 'string',
    accruedDelegateeRewards: 'string',
    validationRewardAddresses: 'array',
    delegationRewardAddresses: 'array',
    exitReason: 'graceful uptime_not_met null',
    endedAtTimestamp: 'number null',
  },
  AutoRenewedCycle: {
    cycleIndex: 'number',
    rewardTxHash: 'string',
    stakingTxHash: 'string',
    startTimestamp: 'number',
    endTimestamp: 'number',
    weightAtCycleStart: 'string',
    grossValidationReward: 'string',
    withdrawnValidationReward: 'string',
    compoundedValidationReward: 'string',
    grossDelegateeReward: 'string',
    withdrawnDelegateeReward: 'string',
    compoundedDelegateeReward: 'string',
    autoCompoundSharePercent: 'number',
    outcome: 'renewed exited aborted',
    delegatorCount: 'number',
    amountDelegated: 'string',
  },
  CurrentAutoRenewedCycle: {
    cycleIndex: 'number',
    stakingTxHash: 'string',
    startTimestamp: 'number',
    endTimestamp: 'number',
    weightAtCycleStart: 'string',
    projectedValidationReward: 'string',
    accruedDelegateeReward: 'string',
    autoCompoundSharePercent: 'number',
    state: 'renewing exiting exited aborted',
    delegatorCount: 'number',
    amountDelegated: 'string',
  },
  ListAutoRenewedCyclesResponse: { 'nextPageToken?': 'string', cycles: 'array', 'currentCycle?': 'object' },
};
/** Fields that the same version added to other schemas. */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ActiveValidatorDetails: { stakingType: 'fixed autoRenewed', 'autoRenew?': 'object' },
  CompletedValidatorDetails: { stakingType: 'fixed autoRenewed', 'autoRenew?': 'object' },
  PendingValidatorDetails: { stakingType: 'fixed autoRenewed' },
  RemovedValidatorDetails: { stakingType: 'fixed autoRenewed' },
  PendingReward: { stakingType: 'fixed autoRenewed' },
  HistoricalReward: { stakingType: 'fixed autoRenewed' },
  PChainBalance: { 'restakedRewards?': 'string' },
  PChainTransaction: { 'period?': 'number', 'autoCompoundRewardShares?': 'number', 'validatorAuthority?': 'object' },
  PChainStakingTransaction: {
    ...{ 'period?': 'number', 'autoCompoundRewardShares?': 'number', 'validatorAuthority?': 'object' },
    'autoRenew?': 'object',
  },
};

const { paths, components } = openapiDocument();
interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
const schemas = components.schemas as Readonly<Record<string, Schema>>;

function getKind({ $ref, type, enum: values, anyOf }: Schema): string {
  if ($ref) return getKind(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  if (anyOf) return anyOf.map(getKind).join(' ');
  if (values) return values.join(' ');
  return type === 'integer' ? 'number' : String(type);
}
const getFields = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schemas[name]?.properties ?? {}).map(([field, schema]) => [
      schemas[name]?.required?.includes(field) ? field : `${field}?`,
      getKind(schema),
    ]),
  );

test.each(Object.entries(PUBLIC))('%s has the public fields with their types', (name, fields) => {
  expect(getFields(name)).toEqual(fields);
});
test.each(Object.entries(MORE))('%s has the public fields of auto-renewed validators', (name, fields) => {
  expect(getFields(name)).toMatchObject(fields);
});
test('the cycles of a validator have the public path, operation and parameters', () => {
  const operation = paths['/v1/networks/{network}/validators/{nodeId}/cycles']?.get;
  expect(operation?.operationId).toBe('listAutoRenewedValidatorCycles');
  expect(operation?.parameters.map(({ name }) => name).toSorted()).toEqual(
    ['network', 'nodeId', 'pageSize', 'pageToken', 'sortOrder', 'txHash'].toSorted(),
  );
});
test('transactions:listStaking answers staking transactions', () => {
  const operation = paths['/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking']?.get;
  expect(JSON.stringify(operation?.responses)).toContain('#/components/schemas/ListPChainStakingTransactionsResponse');
});
