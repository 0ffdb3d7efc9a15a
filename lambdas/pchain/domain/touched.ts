import type { Block } from './codec/block';
import type { UnsignedTx } from './codec/tx';
import { getL1Message } from './codec/warp';

export interface Touched {
  readonly nodes: ReadonlySet<string>;
  readonly subnets: ReadonlySet<string>;
  readonly stakes: ReadonlySet<string>;
  readonly validations: ReadonlySet<string>;
}

/** Misses changes by time alone: L1 balances, and expired stakes. */
export function touchedBy(blocks: readonly Block[]): Touched {
  const [nodes, subnets, stakes, validations] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  for (const { txs, proposal } of blocks)
    for (const { unsigned } of [...txs, ...(proposal ? [proposal] : [])]) {
      const fields = namedIn(unsigned);
      if (fields.nodeId !== undefined) nodes.add(fields.nodeId);
      if (fields.subnetId !== undefined) subnets.add(fields.subnetId);
      if (fields.txId !== undefined) stakes.add(fields.txId);
      if (fields.validationId !== undefined) validations.add(fields.validationId);
    }
  return { nodes, subnets, stakes, validations };
}

interface Named {
  readonly nodeId?: string;
  readonly subnetId?: string;
  readonly txId?: string;
  readonly validationId?: string;
}

function namedIn(tx: UnsignedTx): Named {
  const fields =
    tx.type === 'RegisterL1ValidatorTx' || tx.type === 'SetL1ValidatorWeightTx' ? getL1Message(tx.message).message : tx;
  return {
    ...('validator' in fields ? { nodeId: fields.validator.nodeId } : {}),
    ...('nodeId' in fields ? { nodeId: fields.nodeId } : {}),
    ...('subnetId' in fields ? { subnetId: fields.subnetId } : {}),
    ...('txId' in fields ? { txId: fields.txId } : {}),
    ...('validationId' in fields ? { validationId: fields.validationId } : {}),
  };
}
