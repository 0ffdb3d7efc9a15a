export interface Subject {
  readonly chainId: string;
  readonly address: string;
  /** Absent if the chain has no transactions yet. */
  readonly txHash?: string;
}
export interface Call {
  readonly title: string;
  readonly note?: string;
  readonly method: 'GET' | 'POST';
  /** Relative to the API's base path. */
  readonly path: string;
  readonly body?: unknown;
  readonly needsKey?: boolean;
  readonly missing?: string;
}

export const ANY_ADDRESS = '0x0000000000000000000000000000000000000000';
const ANY_HASH = `0x${'0'.repeat(64)}`;

/** Lists request few rows, to keep responses readable. */
export function callsFor({ chainId, address, txHash }: Subject): readonly Call[] {
  const chain = `v1/chains/${encodeURIComponent(chainId)}`;
  const of = `${chain}/addresses/${encodeURIComponent(address)}`;
  return [
    { title: 'Latest blocks', method: 'GET', path: `${chain}/blocks?pageSize=3` },
    {
      title: 'Transaction',
      note: 'With its token transfers and internal transactions.',
      method: 'GET',
      path: `${chain}/transactions/${txHash ?? ANY_HASH}`,
      ...(txHash ? {} : { missing: 'This chain has no transactions yet.' }),
    },
    { title: 'Native balance of an address', method: 'GET', path: `${of}/balances:getNative` },
    { title: 'ERC-20 balances of an address', method: 'GET', path: `${of}/balances:listErc20?pageSize=5` },
    {
      title: 'Chains of an address',
      method: 'GET',
      path: `v1/address/${encodeURIComponent(address)}/chains`,
    },
    {
      title: 'Transactions of an address, in the Etherscan dialect',
      note: 'For clients that speak it.',
      method: 'GET',
      path: `v2/api?${new URLSearchParams({ chainid: chainId, module: 'account', action: 'txlist', address, page: '1', offset: '3', sort: 'desc' })}`,
    },
    {
      title: 'Register a webhook',
      note: 'Sends every transaction of the address to your server, signed. Requires a key and your own URL.',
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
