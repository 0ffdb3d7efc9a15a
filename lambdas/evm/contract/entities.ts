export const HOLDINGS = ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'] as const;

/** Written from a block and its receipts. */
export const BLOCK_ROWS = [
  ...['Block', 'ChainTx', 'FailedTx', 'Tx', 'AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155'],
  ...['AddressDeployment', 'AddressChain', 'TokenTransfer', 'Deployment', 'Token', 'Nft'],
  ...HOLDINGS,
] as const;

export const TELEPORTER_ROWS = [
  'TeleporterEvent',
  'TeleporterMessage',
  'TeleporterList',
  'TxMessage',
  'BlockchainId',
  'BlockchainIdOfChain',
] as const;

/** Written only from traces; deleted by a rollback. */
export const INTERNAL_ROWS = ['TxInternal', 'AddressInternal'] as const;
