import type { Chain } from '../../../lambdas/core/contract/config';
import type { Item } from '../../../lambdas/core/table/item';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import type { DerivedBlock } from '../../../lambdas/evm/domain/derive';
import { encodeChunk, encodeRow } from '../../../lambdas/evm/rows/codec';

type Rows = DerivedBlock['transactions'];

/** With `size` rows per item, instead of as many as fit. */
export function repacked(derived: DerivedBlock, chain: Chain, size: number): Item[] {
  const { block, transactions, addresses } = derived;
  const chainPk = key(entities.ChainTx.pk, { chain: chain.chainId });
  const facts = (rows: Rows, self?: string) => ({
    h: Buffer.from(block.hash.slice(2), 'hex'),
    t: block.time,
    d: encodeChunk(
      rows.map((row) => encodeRow(row, self)),
      block,
    ),
  });
  const ofChain = cut(transactions, size).map((rows) => {
    const at = { block: block.number, tx: rows[0]?.index ?? 0 };
    return {
      pk: chainPk,
      sk: key(entities.ChainTx.sk, at),
      g2p: key(entities.ChainTx.gsi2[0], { network: chain.network }),
      g2s: key(entities.ChainTx.gsi2[1], { ...at, time: block.time, chain: chain.chainId }),
      ...facts(rows),
    };
  });
  const ofAddresses = addresses.flatMap(({ address, transactions: own }) =>
    cut(own, size).map((rows) => {
      const sk = key(entities.AddressTx.sk, { block: block.number, tx: rows[0]?.index ?? 0 });
      return { pk: key(entities.AddressTx.pk, { chain: chain.chainId, address }), sk, ...facts(rows, address) };
    }),
  );
  return [...ofChain, ...ofAddresses];
}

const cut = (rows: Rows, size: number): Rows[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
