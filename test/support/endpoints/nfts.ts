import { getFailure } from '../../../lambdas/core/node/classify';
import type { Table } from '../../../lambdas/core/table/table';
import type { Node } from '../../../lambdas/evm/node/node';
import type { NftMetadata } from '../../../lambdas/evm/tokens/domain/nft-metadata';
import { type NftKind, nftAttributes, nftKey, nftStub } from '../../../lambdas/evm/tokens/rows/nft-item';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { address, aRawBlock } from '../make/blocks';
import { depsWith } from './deps';

export const CHAIN = '31337';
export const CARDS = address(0x721);
export const PIECES = address(0x1155);
/** Unix seconds, long before the tests' now. */
export const READ_AT = 1_600_000_000;

/** Never read if it has no metadata. */
export interface Row {
  readonly token: string;
  readonly id: bigint;
  readonly kind: NftKind;
  readonly tokenUri?: string;
  readonly metadata?: NftMetadata;
  readonly readAt?: number;
}
export const card = (id: bigint, fields: Partial<Row> = {}): Row => ({ token: CARDS, id, kind: 'erc721', ...fields });
export const piece = (id: bigint, fields: Partial<Row> = {}): Row => ({
  ...card(id, fields),
  token: PIECES,
  kind: 'erc1155',
});

export async function putNfts(table: Table, rows: readonly Row[]): Promise<void> {
  for (const { kind, tokenUri, metadata, readAt = READ_AT, ...nft } of rows) {
    await table.write([{ put: nftStub(CHAIN, nft, kind, 1) }]);
    if (metadata)
      await table.update(nftKey(CHAIN, nft), { set: nftAttributes(kind, tokenUri, metadata, readAt, false) });
  }
}

export async function nftDeps(rows: readonly Row[], node?: Node['call']) {
  const made = await depsWith({ blocks: { [CHAIN]: [aRawBlock(1, [{ from: 2, to: 3 }])] }, ...(node ? { node } : {}) });
  await putNfts(made.table, rows);
  for (const [token, ercType] of [
    [CARDS, 'ERC-721'],
    [PIECES, 'ERC-1155'],
  ] as const)
    await made.table.update(tokenKey(CHAIN, token), {
      set: {
        [TOKEN.ercType]: ercType,
        [TOKEN.name]: `Named ${ercType}`,
        [TOKEN.symbol]: 'SYM',
      },
    });
  return made;
}

export const owners =
  (of: Readonly<Record<string, string>>): Node['call'] =>
  async (_, __, params) => {
    const { data } = params[0] as { data: string };
    const owner = of[String(BigInt(`0x${data.slice(10)}`))];
    if (!data.startsWith('0x6352211e') || !owner) throw getFailure({ code: 3, message: 'execution reverted' });
    return `0x${owner.slice(2).padStart(64, '0')}`;
  };

export const BAD_IDS = (suffix = '') =>
  ['x', '-1', '1.5', '0x1', String(2n ** 256n)].map(
    (tokenId) =>
      [
        `token id ${tokenId}`,
        { params: { tokenId: tokenId + suffix } },
        'tokenId: must be a token ID: a whole number from 0 to 2^256 - 1 in decimal digits',
      ] as const,
  );
