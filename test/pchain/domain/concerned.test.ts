import type { Output, Owners } from '../../../lambdas/pchain/domain/codec/parts';
import { concernedBy } from '../../../lambdas/pchain/domain/concerned';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const owned = (digit: string): Owners => ({
  ...{ type: 'OutputOwners', locktime: 0n, threshold: 1, addresses: [address(digit)] },
});
const output = (digit: string): Output => ({
  assetId: `0x${'a'.repeat(64)}`,
  output: { ...owned(digit), type: 'TransferOutput', amount: 1n },
});
const base = { networkId: 1, blockchainId: '0x', memo: '0x', inputs: [], outputs: [output('1')] };

test('an export concerns its recipients on the other chain', () => {
  const unsigned = { ...base, type: 'ExportTx' as const, destinationChain: '0x', exportedOutputs: [output('2')] };
  expect(concernedBy(unsigned, {})).toEqual([address('1'), address('2')]);
});
test('creating or transferring a subnet concerns its new owner', () => {
  expect(concernedBy({ ...base, type: 'CreateSubnetTx', owner: owned('3') }, {})).toEqual([address('1'), address('3')]);
  const subnetAuthorization = { type: 'Input' as const, signatureIndices: [] };
  const transfer = { ...base, type: 'TransferSubnetOwnershipTx' as const, subnetId: '0x', subnetAuthorization };
  expect(concernedBy({ ...transfer, newOwner: owned('4') }, {})).toEqual([address('1'), address('4')]);
});
test('a transaction concerns owners of spent outputs and changed L1 validators, each once', () => {
  const { locktime, threshold, addresses } = owned('1');
  const spent = [
    { owners: { locktime, threshold, addresses } },
    { owners: { locktime, threshold, addresses: [address('5')] } },
  ];
  const key = { publicKey: '0x', proofOfPossession: '0x' };
  const l1 = { ...key, validationId: '0xval', nodeId: '0x', subnetId: '0x', weight: 1n, balance: 0n, change: 0n };
  const l1Changes = [l1, l1];
  expect(concernedBy({ ...base, type: 'BaseTx' }, { spent, l1Changes })).toEqual([address('1'), address('5'), '0xval']);
});
