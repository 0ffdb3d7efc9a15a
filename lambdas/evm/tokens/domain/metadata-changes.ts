import type { Hex, RpcReceipt } from '../../domain/rpc';

/** `from` to `to`, both inclusive. */
export interface ChangedNfts {
  readonly token: string;
  readonly kind: 'erc721' | 'erc1155';
  readonly from: bigint;
  readonly to: bigint;
}
export interface MetadataChanges {
  /** They changed their own metadata or their code. */
  readonly contracts: ReadonlySet<string>;
  readonly nfts: readonly ChangedNfts[];
}

/** keccak-256 of `MetadataUpdate(uint256)` and `BatchMetadataUpdate(uint256,uint256)` (ERC-4906). */
const UPDATE = '0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7';
const BATCH_UPDATE = '0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c';
/** keccak-256 of `URI(string,uint256)` (ERC-1155). */
const URI = '0x6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b';
const OF_CONTRACT: ReadonlySet<Hex> = new Set([
  // ContractURIUpdated() (ERC-7572)
  '0xa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962',
  // Upgraded(address) and BeaconUpgraded(address) (ERC-1967)
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
]);
const WORD_DIGITS = 64;

/** Tolerates indexed fields that the standard does not index. */
export function getMetadataChanges(receipts: readonly RpcReceipt[]): MetadataChanges {
  const contracts = new Set<string>();
  const nfts: ChangedNfts[] = [];
  for (const { address, topics, data } of receipts.flatMap(({ logs }) => logs)) {
    const [topic = '', ...indexed] = topics;
    const token = address.toLowerCase();
    if (OF_CONTRACT.has(topic)) contracts.add(token);
    if (topic !== UPDATE && topic !== BATCH_UPDATE && topic !== URI) continue;
    const [first, second] = [...indexed, ...toWords(data)].map(BigInt);
    if (topic === UPDATE && first !== undefined) nfts.push({ token, kind: 'erc721', from: first, to: first });
    if (topic === BATCH_UPDATE && first !== undefined && second !== undefined && first <= second)
      nfts.push({ token, kind: 'erc721', from: first, to: second });
    const id = indexed[0] ?? toWords(data)[1];
    if (topic === URI && id !== undefined) nfts.push({ token, kind: 'erc1155', from: BigInt(id), to: BigInt(id) });
  }
  return { contracts, nfts };
}

const toWords = (data: Hex): Hex[] =>
  [2, 2 + WORD_DIGITS]
    .map((start) => data.slice(start, start + WORD_DIGITS))
    .flatMap((digits) => (digits.length === WORD_DIGITS ? [`0x${digits}`] : []));
