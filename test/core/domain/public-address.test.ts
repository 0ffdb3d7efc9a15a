import { BlockList } from 'node:net';
import fc from 'fast-check';
import { isLoopback, isPublicAddress } from '../../../lambdas/core/domain/public-address';

// Written from the registries, independently of the code: IANA's special-purpose addresses and unassigned unicast.
const NETWORKS_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const NETWORKS_6 = [
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'],
];
// One list for each family, because a list would also apply ::/3 to IPv4, through the mapped addresses.
const toList = (networks: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return (ip: string) => !list.check(ip, family);
};
const public4 = toList(NETWORKS_4, 'ipv4');
const public6 = toList(NETWORKS_6, 'ipv6');

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const groups = (value: bigint) =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
/** The numbers around the edges of the networks, where a wrong length or limit shows. */
const edges4 = NETWORKS_4.flatMap((network) => {
  const [address = '', bits] = network.split('/');
  const first = address.split('.').reduce((value, byte) => value * 256 + Number(byte), 0);
  const size = 2 ** (32 - Number(bits));
  return [first - 1, first, first + size - 1, first + size].filter((n) => n >= 0 && n < 2 ** 32);
});
const edges6 = NETWORKS_6.flatMap((network) => {
  const [address = '', bits] = network.split('/');
  const [one, two] = address.split(':').map((group) => BigInt(`0x${group || '0'}`));
  const first = ((one ?? 0n) << 112n) | ((two ?? 0n) << 96n);
  const size = 1n << BigInt(128 - Number(bits));
  return [first - 1n, first, first + size - 1n, first + size].filter((n) => n >= 0n && n < 1n << 128n);
});

describe('public addresses', () => {
  test('the IPv4 check agrees with Node’s BlockList at every boundary and on random addresses', () => {
    const anywhere = fc.oneof(fc.constantFrom(...edges4), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    for (const value of edges4)
      expect([dotted(value), isPublicAddress(dotted(value))]).toEqual([dotted(value), public4(dotted(value))]);
    fc.assert(
      fc.property(anywhere, (value) => isPublicAddress(dotted(value)) === public4(dotted(value))),
      {
        numRuns: 5_000,
      },
    );
  });

  test('the IPv6 check agrees with Node’s BlockList at every boundary, on random addresses and near allocated ranges', () => {
    for (const value of edges6)
      expect([groups(value), isPublicAddress(groups(value))]).toEqual([groups(value), public6(groups(value))]);
    const random = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
    const near = fc
      .tuple(fc.constantFrom(0x2000n, 0x2001n, 0x2002n, 0x2606n, 0x3ffen, 0x3fffn), random)
      .map(([head, rest]) => (head << 112n) | (rest & ((1n << 112n) - 1n)));
    fc.assert(
      fc.property(fc.oneof(random, near), (value) => isPublicAddress(groups(value)) === public6(groups(value))),
      { numRuns: 5_000 },
    );
  });

  test('the result for an IPv6 address does not depend on its spelling', () => {
    const value = fc.tuple(
      fc.constantFrom(0n, 0x20010000n, 0x20010db8n, 0x2606n << 16n, 0x3fffn << 16n),
      fc.bigInt({ min: 0n, max: 65_535n }),
    );
    fc.assert(
      fc.property(value, ([head, tail]) => {
        const long = groups((head << 96n) | tail);
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        const padded = long
          .split(':')
          .map((group) => group.padStart(4, '0').toUpperCase())
          .join(':');
        return [short, padded].every((spelling) => isPublicAddress(spelling) === isPublicAddress(long));
      }),
    );
  });

  test.each([
    ...['127.0.0.1', '169.254.169.254', '100.100.100.200', '255.255.255.255', '::1', '::', 'fd00:ec2::254', 'fe80::1'],
    ...['::ffff:8.8.8.8', '::ffff:7f00:1', '::8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', 'ff02::1'],
    ...['2001:0:4136:e378::', '2001:2::1', '2001:db8::1', '5f00::1', 'fec0::1', 'fc00::1', '100::1'],
  ])('%s is not public', (ip) => expect(isPublicAddress(ip)).toBe(false));

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2001:4860:4860::8888', '2600::'])(
    '%s is public',
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );

  test.each([
    ...[
      '',
      'localhost',
      '8.8.8',
      '0x8.8.8.8',
      '012.8.8.8',
      '8.8.8.010',
      '134744072',
      '8.8.8.8.',
      '8.8.8.256',
      '8.8.8.8 ',
      '8.8.8.8/32',
    ],
    ...['2606:4700::1%eth0', '[2606:4700::1]', '2606:4700', '2606::1::2', '2606:4700::1]@[::1', ':', '2606:4700:::1'],
  ])('text other than a canonical address is not public: "%s"', (text) => expect(isPublicAddress(text)).toBe(false));

  test('loopback is exactly 127.0.0.0/8 and ::1', () => {
    expect(['127.0.0.1', '127.255.255.255', '::1'].map(isLoopback)).toEqual([true, true, true]);
    const others = ['126.255.255.255', '128.0.0.0', '::ffff:127.0.0.1', '::', '10.0.0.1', 'localhost', '127.1', ''];
    expect(others.filter(isLoopback)).toEqual([]);
  });
});
