import { openapi } from '../../../lambdas/app/contract/openapi/document';
import { endpoints } from '../../../lambdas/app/contract/registry';
import { Config } from '../../../lambdas/core/contract/config';
import { type ContractVersion, NEWEST_CONTRACT, valueIn } from '../../../lambdas/core/contract/contract-version';
import { PChainTxType } from '../../../lambdas/pchain/contract/schemas/transactions';
import { DEPLOYED } from '../../../lib/chain-defaults';
import { runtimeConfig } from '../../../lib/runtime-config';

const ADDED = ['AddAutoRenewedValidatorTx', 'SetAutoRenewedValidatorConfigTx', 'RewardAutoRenewedValidatorTx'] as const;
/** The values of an enum in the document of a version. */
const getValues = (contractVersion: ContractVersion, name: string) =>
  openapi(endpoints, Config.parse({ contractVersion }), '1.2.3').components.schemas[name]?.enum;

test('the contract version defaults to the newest, and is passed to the functions', () => {
  expect(Config.parse({}).contractVersion).toBe(NEWEST_CONTRACT);
  for (const contractVersion of ['2026-05', '2026-09'])
    expect(runtimeConfig(Config.parse({ contractVersion }), DEPLOYED).contractVersion).toBe(contractVersion);
});
test('an unknown version is rejected with the list of versions', () => {
  expect(Config.safeParse({ contractVersion: '2026-10' }).error?.issues).toMatchObject([
    { path: ['contractVersion'], message: 'must be 2026-05 or 2026-09' },
  ]);
});
test('the document of 2026-05 differs only in lacking the transaction types added by 2026-09', () => {
  const [older, newer] = [getValues('2026-05', 'PChainTransactionType'), getValues('2026-09', 'PChainTransactionType')];
  expect(newer).toEqual(PChainTxType.options);
  expect(older).toEqual(PChainTxType.options.filter((type) => !ADDED.some((added) => added === type)));
  const rest = (contractVersion: ContractVersion) => {
    const { components, ...document } = openapi(endpoints, Config.parse({ contractVersion }), '1.2.3');
    const { PChainTransactionType: _, ...schemas } = components.schemas as Record<string, object>;
    return { ...document, schemas };
  };
  expect(rest('2026-05')).toEqual(rest('2026-09'));
});
test('requests may name an added type in every version', () => {
  for (const version of ['2026-05', '2026-09'] as const)
    expect(getValues(version, 'PrimaryNetworkTxType')).toEqual(expect.arrayContaining([...ADDED]));
});
test('a value added by 2026-09 is UNKNOWN in 2026-05, and older values stay', () => {
  for (const type of PChainTxType.options) {
    const isAdded = ADDED.some((added) => added === type);
    expect(valueIn('2026-05', 'PChainTransactionType', type)).toBe(isAdded ? 'UNKNOWN' : type);
    expect(valueIn('2026-09', 'PChainTransactionType', type)).toBe(type);
  }
});
