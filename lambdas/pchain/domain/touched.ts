import type { Block } from './codec/block';
import type { UnsignedTx } from './codec/tx';
import { getL1Message } from './codec/warp';

/** What blocks may have changed: nodes with their stakes, subnets, stakes, and validations of L1s. Ids are 0x and digits. */
export interface Touched {
  readonly nodes: ReadonlySet<string>;
  readonly subnets: ReadonlySet<string>;
  readonly stakes: ReadonlySet<string>;
  readonly validations: ReadonlySet<string>;
}

/** What the transactions of blocks name. What time alone changes is not among it: balances, and the ends of stakes. */
export function touchedBy(blocks: readonly Block[]): Touched {
  const [nodes, subnets, stakes, validations] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  for (const { txs, proposal } of blocks)
    for (const { unsigned } of [...txs, ...(proposal ? [proposal] : [])]) {
      const said = namedIn(unsigned);
      if (said.nodeId !== undefined) nodes.add(said.nodeId);
      if (said.subnetId !== undefined) subnets.add(said.subnetId);
      if (said.txId !== undefined) stakes.add(said.txId);
      if (said.validationId !== undefined) validations.add(said.validationId);
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
  const said =
    tx.type === 'RegisterL1ValidatorTx' || tx.type === 'SetL1ValidatorWeightTx' ? getL1Message(tx.message).message : tx;
  return {
    ...('validator' in said ? { nodeId: said.validator.nodeId } : {}),
    ...('nodeId' in said ? { nodeId: said.nodeId } : {}),
    ...('subnetId' in said ? { subnetId: said.subnetId } : {}),
    ...('txId' in said ? { txId: said.txId } : {}),
    ...('validationId' in said ? { validationId: said.validationId } : {}),
  };
}
