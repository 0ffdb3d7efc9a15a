import type * as z from 'zod';
import {
  NetworkName,
  NodeIdParts,
  PChainAddresses,
  PChainAddressesRequest,
  PChainBlockId,
  PrimaryChainId,
  SubnetId,
} from '../../../lambdas/pchain/contract/schemas/params';
import { ValidatorFilters } from '../../../lambdas/pchain/contract/schemas/validator-params';
import { PrimaryTxTypes } from '../../../lambdas/pchain/contract/schemas/x-chain';

const ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const ADDRESS = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** `count` distinct addresses. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ADDRESS.slice(0, -2) + DIGITS[i >> 5] + DIGITS[i & 31]);
const { minFeePercentage, maxTimeRemaining, minDelegationCapacity } = ValidatorFilters;

test.each<[z.ZodType, unknown, unknown]>([
  [NetworkName, 'local-2', 'local-2'],
  [PrimaryChainId, 'p-chain', 'p-chain'],
  [PrimaryChainId, ID, ID],
  [PChainBlockId, '339', { number: 339 }],
  [PChainBlockId, ID, { id: ID }],
  [PChainAddresses, [`P-${ADDRESS}`, ADDRESS, ADDRESS], [`P-${ADDRESS}`, ADDRESS]],
  [NodeIdParts, ['NodeID-7Xh', 'Q9'], ['NodeID-7Xh', 'Q9']],
  [PChainAddresses, many(64), many(64)],
  [PChainAddressesRequest, { addresses: `${ADDRESS}, P-${ADDRESS},` }, { addresses: [ADDRESS, `P-${ADDRESS}`] }],
  [PrimaryTxTypes, ['BaseTx', 'UNKNOWN', 'OperationTx'], ['BaseTx', 'UNKNOWN', 'OperationTx']],
  [minFeePercentage, '2.5', 2.5],
  [maxTimeRemaining, '2147483647', 2_147_483_647],
  [minDelegationCapacity, '720000000000000000', '720000000000000000'],
])('valid parameter %# is parsed', (schema, value, read) => expect(schema.parse(value)).toEqual(read));

test.each<[z.ZodType, unknown, string]>([
  [NetworkName, 'Mainnet', 'must be mainnet, fuji, testnet or the name of a configured network'],
  [PrimaryChainId, 'd-chain', 'must be p-chain, x-chain, c-chain, or the blockchain ID of one of them in cb58'],
  [SubnetId, '0x12', 'must be a subnet ID in cb58 (base58 with a checksum)'],
  [PChainBlockId, '-1', 'must be a block height in decimal digits, or a block ID in cb58'],
  [PChainAddresses, ['a'.repeat(129)], 'must be an address'],
  [PChainAddresses, undefined, 'is required'],
  [PChainAddresses, many(65), 'must have at most 64 values'],
  [PChainAddressesRequest, { addresses: ' , ' }, 'is required'],
  [PrimaryTxTypes, ['baseTx'], 'must be a documented transaction type'],
  [minFeePercentage, '1', 'must be a number from 2 to 100'],
  [maxTimeRemaining, '2147483648', 'must be a whole number from 0 to 2147483647'],
])('invalid parameter %# is rejected with a message', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
