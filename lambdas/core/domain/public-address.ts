const IPV4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

// As [first address, prefix length]: IANA's special-purpose registry (RFC 6890), multicast (RFC 5771), Azure's host.
const BARRED_IPV4 = (
  [
    ['0.0.0.0', 8], // this network
    ['10.0.0.0', 8], // private
    ['100.64.0.0', 10], // carrier-grade NAT, with one cloud's metadata service
    ['127.0.0.0', 8], // loopback
    ['168.63.129.16', 32], // Azure's host, otherwise a public address
    ['169.254.0.0', 16], // link-local, with the metadata service at 169.254.169.254
    ['172.16.0.0', 12], // private
    ['192.0.0.0', 24], // protocol assignments
    ['192.0.2.0', 24], // documentation
    ['192.88.99.0', 24], // 6to4 relays
    ['192.168.0.0', 16], // private
    ['198.18.0.0', 15], // benchmarks
    ['198.51.100.0', 24], // documentation
    ['203.0.113.0', 24], // documentation
    ['224.0.0.0', 3], // multicast, reserved, broadcast
  ] as const
).map(([first, bits]) => ({ first: toNumber(first), size: 2 ** (32 - bits) }));

/**
 * Takes dotted decimal IPv4, or IPv6 without brackets; false for any other text. An address that embeds another
 * (IPv4-mapped, NAT64, 6to4, Teredo) is never public: a gateway may route it back to a private network.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ip.includes(':')) {
    const value = toNumber(ip);
    return Number.isFinite(value) && !BARRED_IPV4.some(({ first, size }) => value >= first && value < first + size);
  }
  const head = getHead(ip);
  if (!head) return false;
  const [first, second] = head;
  // Only 2000::/3 is global unicast: this excludes loopback, mapped, NAT64, unique local, link-local, multicast.
  if (first >> 13 !== 1) return false;
  const protocols = first === 0x2001 && (second < 0x200 || second === 0xdb8); // 2001::/23 (Teredo, benchmarks), documentation
  const sixToFour = first === 0x2002;
  const documentation = first === 0x3fff && second < 0x1000; // 3fff::/20
  const sixBone = first === 0x3ffe; // returned to IANA
  return !protocols && !sixToFour && !documentation && !sixBone;
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || toNumber(ip) >>> 24 === 127;
}

/** NaN unless the text is a dotted decimal address. */
function toNumber(ip: string): number {
  if (!IPV4.test(ip)) return Number.NaN;
  const bytes = ip.split('.').map(Number);
  return bytes.every((byte) => byte < 256) ? bytes.reduce((value, byte) => value * 256 + byte) : Number.NaN;
}

/** false for a non-public IP address or a localhost name; true for any other name. */
export function isPublicLiteral(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return false;
  const ip = hostname.replace(/^\[|\]$/g, '');
  return ip.includes(':') || IPV4.test(ip) ? isPublicAddress(ip) : true;
}

/** The first two groups of an IPv6 address, enough for every network checked here; undefined if invalid. */
function getHead(ip: string): [number, number] | undefined {
  // The URL parser normalises every notation: lower case, no leading zeros, longest run of zeros compressed.
  const host = /^[\da-f:.]+$/i.test(ip) ? URL.parse(`http://[${ip}]`)?.hostname.slice(1, -1) : undefined;
  const [first = '', second = ''] = host?.split(':') ?? [];
  return host === undefined ? undefined : [Number(`0x${first || '0'}`), Number(`0x${second || '0'}`)];
}
