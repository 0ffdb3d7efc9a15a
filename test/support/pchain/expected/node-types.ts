/*
 * What avalanchego says of blocks and transactions as JSON, where numbers are text. A field that only some types have is
 * optional: the node writes no type names.
 */

/** Who may spend an output. Addresses as `P-custom1…`. */
export type Owner = { addresses: string[]; locktime: string; threshold: string };

type Spendable = Owner & { amount: string };
type Spending = { amount: string };

/** An output; one that is locked but can be staked has a second level. */
export type NodeOutput = { assetID: string; output: Spendable | { locktime: string; output: Spendable } };

/** What spends an output. */
export type NodeInput = {
  txID: string;
  outputIndex: string;
  assetID: string;
  input: Spending | { locktime: string; input: Spending };
};

/** The keys of a validator's BLS signatures; of a validator without, an empty object. */
type Signer = { publicKey?: string; proofOfPossession?: string };

/** A validator that a subnet begins with as an L1. The node id is 20 bytes with 0x. */
type ConvertedValidator = { nodeID: string; weight: string; balance: string; signer: Signer };

/** The fields of all types of transactions. */
export type UnsignedTx = {
  outputs?: NodeOutput[];
  inputs?: NodeInput[];
  stake?: NodeOutput[];
  importedInputs?: NodeInput[];
  exportedOutputs?: NodeOutput[];
  memo?: string;
  validator?: { nodeID: string; start: string; end: string; weight: string; subnetID?: string };
  nodeID?: string;
  subnetID?: string;
  signer?: Signer;
  shares?: string;
  delegationShares?: string;
  rewardsOwner?: Owner;
  validationRewardsOwner?: Owner;
  delegationRewardsOwner?: Owner;
  owner?: Owner;
  newOwner?: Owner;
  chainName?: string;
  vmID?: string;
  /** In base64. */
  genesisData?: string;
  sourceChain?: string;
  destinationChain?: string;
  txID?: string;
  /** Of a validator that renews itself: seconds, millionths, and who may change them. */
  period?: string;
  autoCompoundRewardShares?: string;
  validatorAuthority?: Owner;
  /** The chain of an L1's validator manager, and the manager's address there. */
  chainID?: string;
  address?: string;
  validators?: ConvertedValidator[];
  validationID?: string;
  balance?: string;
  /** A Warp message with its signatures. */
  message?: string;
  /** Bytes, one by one. */
  proofOfPossession?: string[];
};

/** A transaction of a block. */
export type NodeTx = { id: string; unsignedTx: UnsignedTx };

/** A block. Only a proposal has `tx`. */
export type NodeBlock = { id: string; parentID: string; height: string; time?: string; txs?: NodeTx[]; tx?: NodeTx };
