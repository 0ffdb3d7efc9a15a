import { addressesIn, idIn, nodeIdIn } from '../../../../lambdas/pchain/api/shared/ids';
import { addressText } from '../../../../lambdas/pchain/domain/bech32-address';

const address = `0x${'ab'.repeat(20)}`;

test('IDs and node IDs in parameters are decoded', () => {
  expect(idIn('txHash', '11111111111111111111111111111111LpoYY')).toBe(`0x${'00'.repeat(32)}`);
  expect(nodeIdIn('nodeId', 'NodeID-111111111111111111116DBWJs')).toBe(`0x${'00'.repeat(20)}`);
});
test('a repeated address is returned once', () => {
  const text = addressText(address, 'fuji');
  expect(addressesIn('addresses', [text, `P-${text}`], 'fuji')).toEqual([address]);
});
test.each([
  [
    'a malformed ID',
    () => idIn('txHash', '11111111111111111111111111111111LpoYZ'),
    /^txHash: 1+LpoYZ is not a valid CB58 ID/,
  ],
  ['a malformed node ID', () => nodeIdIn('nodeId', 'NodeID-1'), /^nodeId: NodeID-1 is not a valid node ID/],
  [
    'an address in another format',
    () => addressesIn('addresses', ['X-avax1q'], 'avax'),
    /^addresses.0: must be a P-Chain address in bech32, with or without P-$/,
  ],
  [
    'an address with a wrong checksum',
    () => addressesIn('addresses', [`avax1${'q'.repeat(38)}`], 'avax'),
    /^addresses: avax1q+ is not a valid address/,
  ],
  [
    'an address of another network',
    () => addressesIn('addresses', [addressText(address, 'fuji')], 'avax'),
    /^addresses: fuji1.* belongs to another network: addresses of this one start with avax1$/,
  ],
])('%s is rejected with a 400 that names the parameter', (_, read, message) => {
  expect(read).toThrow(expect.objectContaining({ statusCode: 400, message: expect.stringMatching(message) }));
});
