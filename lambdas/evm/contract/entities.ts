// Entities written when EVM blocks are indexed.

/** Token holdings, by standard. */
export const HOLDINGS = ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'] as const;

/** Entities written from a block and its receipts. */
export const BLOCK_ROWS = [
  ...['Block', 'ChainTx', 'FailedTx', 'Tx', 'AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155'],
  ...['AddressDeployment', 'AddressChain', 'TokenTransfer', 'Deployment', 'Token', 'Nft'],
  ...HOLDINGS,
] as const;

/** Entities of interchain messages. */
export const TELEPORTER_ROWS = [
  'TeleporterEvent',
  'TeleporterMessage',
  'TeleporterList',
  'TxMessage',
  'BlockchainId',
  'BlockchainIdOfChain',
] as const;

/** Entities written only from traces; deleted by a rollback. */
export const INTERNAL_ROWS = ['TxInternal', 'AddressInternal'] as const;
