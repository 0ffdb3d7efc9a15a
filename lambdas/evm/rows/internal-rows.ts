import type { Item } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { AddressRow, DerivedBlock, TransactionRow } from '../domain/derive';
import { getDeployments, type InternalTransaction } from '../domain/internal-transactions';
import { encodeChunk } from './codec';
import { encodeInternalTx, encodeInternalTxs } from './internal-codec';
import { facts, PART_BYTES, pack, withHeads } from './rows';
import { encodeDeployment } from './tx-codec';

export interface TracedBlock {
  readonly derived: DerivedBlock;
  readonly internalTxs: readonly InternalTransaction[];
}

/** In the form that activity markers need. */
export function internalAddresses(
  internalTxs: readonly InternalTransaction[],
): (AddressRow & { internals: InternalTransaction[] })[] {
  const lists = new Map<string, InternalTransaction[]>();
  for (const internalTx of internalTxs)
    for (const address of new Set([internalTx.from, internalTx.to])) {
      const own = lists.get(address);
      if (own) own.push(internalTx);
      else lists.set(address, [internalTx]);
    }
  return [...lists].map(([address, internals]) => ({ address, transactions: [], transfers: [], internals }));
}

/** Deterministic: the same block gives the same keys and items. */
export function getInternalTxItems({ derived, internalTxs }: TracedBlock, chain: string): Item[] {
  const items = [
    ...listItems(derived, internalTxs, chain),
    ...transactionItems(derived, internalTxs, chain),
    ...deploymentItems(derived, internalTxs, chain),
  ];
  // Keys collide if a destroyed contract is created again, or the sender is the creator.
  return [...new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])).values()];
}

function listItems(
  { block, transactions, addresses }: DerivedBlock,
  internalTxs: readonly InternalTransaction[],
  chain: string,
): Item[] {
  const native = new Map(addresses.map((row) => [row.address, new Set(row.transactions.map(({ index }) => index))]));
  const { pk, sk } = entities.AddressInternal;
  return internalAddresses(internalTxs).flatMap(({ address, internals }) => {
    const inList = native.get(address);
    const rows = withHeads(
      internals,
      transactions,
      (internalTx) => encodeInternalTx(internalTx, address),
      (tx) => !inList?.has(tx),
    );
    return pack(rows, (internalTx, packed) => ({
      pk: key(pk, { chain, address }),
      sk: key(sk, { block: block.number, tx: internalTxs[internalTx]?.tx ?? 0, internalTx }),
      ...facts(block, encodeChunk(packed, block)),
    }));
  });
}

function transactionItems(
  { block, transactions }: DerivedBlock,
  internalTxs: readonly InternalTransaction[],
  chain: string,
): Item[] {
  const { pk, sk } = entities.TxInternal;
  return [...Map.groupBy(internalTxs, ({ tx }) => tx)].flatMap(([tx, own]) => {
    const body = encodeInternalTxs(tx, own);
    const hash = of(transactions, tx).hash;
    const parts = Math.ceil(body.length / PART_BYTES);
    return Array.from({ length: parts }, (_, part) => ({
      pk: key(pk, { chain, hash }),
      sk: key(sk, { part }),
      ...facts(block, body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)),
      // Readers skip the rows until all parts are written.
      ...(parts > 1 ? { n: parts } : {}),
    }));
  });
}

/** The deployer is the transaction's sender; also listed under the creating contract. */
function deploymentItems(
  { block, transactions }: DerivedBlock,
  internalTxs: readonly InternalTransaction[],
  chain: string,
): Item[] {
  const { AddressDeployment, Deployment } = entities;
  return getDeployments(internalTxs).flatMap(({ tx, contract, deployerContract: by }) => {
    const transaction = of(transactions, tx);
    const { from: deployer } = transaction;
    const bytes = encodeDeployment({ txHash: transaction.hash, deployer, by });
    return [
      {
        pk: key(Deployment.pk, { chain, token: contract }),
        sk: key(Deployment.sk, { block: block.number }),
        ...facts(block, bytes),
      },
      ...[deployer, by].map((address) => ({
        pk: key(AddressDeployment.pk, { chain, address }),
        sk: key(AddressDeployment.sk, { block: block.number, tx: transaction.index, contract }),
        ...facts(block, bytes),
      })),
    ];
  });
}

function of(transactions: readonly TransactionRow[], tx: number): TransactionRow {
  const found = transactions[tx];
  if (!found) throw new Error(`internal transaction refers to unknown transaction ${tx}`);
  return found;
}
