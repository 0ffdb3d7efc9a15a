/* Without type names, so fields of single types are optional. Numbers are text. */

/** `P-custom1…`. */
export type Owner = { addresses: string[]; locktime: string; threshold: string };

type Spendable = Owner & { amount: string };
type Spending = { amount: string };

export type NodeOutput = { assetID: string; output: Spendable | { locktime: string; output: Spendable } };

export type NodeInput = {
  txID: string;
  outputIndex: string;
  assetID: string;
  input: Spending | { locktime: string; input: Spending };
};

/** Empty if the validator has no BLS key. */
type Signer = { publicKey?: string; proofOfPossession?: string };

/** Initial validator of an L1. The node id is 20 bytes with 0x. */
type ConvertedValidator = { nodeID: string; weight: string; balance: string; signer: Signer };

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
  genesisData?: string;
  sourceChain?: string;
  destinationChain?: string;
  txID?: string;
  /** Auto-renewed validators: seconds, millionths, and the authority over both. */
  period?: string;
  autoCompoundRewardShares?: string;
  validatorAuthority?: Owner;
  /** The chain and address of an L1's validator manager. */
  chainID?: string;
  address?: string;
  validators?: ConvertedValidator[];
  validationID?: string;
  balance?: string;
  message?: string;
  proofOfPossession?: string[];
};

export type NodeTx = { id: string; unsignedTx: UnsignedTx };

/** Only a proposal has `tx`. */
export type NodeBlock = { id: string; parentID: string; height: string; time?: string; txs?: NodeTx[]; tx?: NodeTx };
