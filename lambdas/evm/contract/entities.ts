// The entities that blocks of the EVM write.

/** Holdings of tokens, by standard. */
export const HOLDINGS = ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'] as const;

/** The entities written from a block and its receipts. */
export const BLOCK_ROWS = [
  ...['Block', 'ChainTx', 'FailedTx', 'Tx', 'AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155'],
  ...['AddressDeployment', 'AddressChain', 'TokenTransfer', 'Deployment', 'Token', 'Nft'],
  ...HOLDINGS,
] as const;

/** Messages between chains. */
export const TELEPORTER_ROWS = [
  'TeleporterEvent',
  'TeleporterMessage',
  'TeleporterList',
  'TxMessage',
  'BlockchainId',
  'BlockchainIdOfChain',
] as const;

/** The entities written only from its traces, which a rollback deletes. */
export const INTERNAL_ROWS = ['TxInternal', 'AddressInternal'] as const;
