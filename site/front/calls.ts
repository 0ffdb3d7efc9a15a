/** What the calls are about. */
export interface Subject {
  readonly chainId: string;
  readonly address: string;
  /** Absent while the chain has no transaction. */
  readonly txHash?: string;
}
/** A call to try. `body` is sent as JSON. */
export interface Call {
  readonly title: string;
  readonly note?: string;
  readonly method: 'GET' | 'POST';
  /** Below the folder that the API is served from. */
  readonly path: string;
  readonly body?: unknown;
  readonly needsKey?: boolean;
  /** Why it cannot be run yet. */
  readonly missing?: string;
}

/** Stands where a real one is not known yet. */
export const ANY_ADDRESS = '0x0000000000000000000000000000000000000000';
const ANY_HASH = `0x${'0'.repeat(64)}`;

/** The calls, in the order of the page. Those of a list take few rows: an answer is to be read. */
export function callsFor({ chainId, address, txHash }: Subject): readonly Call[] {
  const chain = `v1/chains/${encodeURIComponent(chainId)}`;
  const of = `${chain}/addresses/${encodeURIComponent(address)}`;
  return [
    { title: 'The latest blocks', method: 'GET', path: `${chain}/blocks?pageSize=3` },
    {
      title: 'A transaction',
      note: 'With its token transfers and internal transactions.',
      method: 'GET',
      path: `${chain}/transactions/${txHash ?? ANY_HASH}`,
      ...(txHash ? {} : { missing: 'The chain has no transaction yet.' }),
    },
    { title: 'The native balance of an address', method: 'GET', path: `${of}/balances:getNative` },
    { title: 'The ERC-20 balances of an address', method: 'GET', path: `${of}/balances:listErc20?pageSize=5` },
    {
      title: 'The chains of an address',
      method: 'GET',
      path: `v1/address/${encodeURIComponent(address)}/chains`,
    },
    {
      title: 'Register a webhook',
      note: 'Sends every transaction of the address to your server, signed. Needs a key, and a URL of yours.',
      method: 'POST',
      path: 'v1/webhooks',
      body: {
        eventType: 'address_activity',
        chainId,
        url: 'https://example.com/hooks/chain',
        metadata: { addresses: [address] },
      },
      needsKey: true,
    },
  ];
}

/** A call as a command for a POSIX shell. `url`: the absolute URL of its path. */
export function toCurl({ method, body, needsKey = false }: Call, url: string, key: string): string {
  const sent = key || (needsKey ? 'YOUR_KEY' : '');
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(sent ? [`-H ${quoted(`x-service-api-key: ${sent}`)}`] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
