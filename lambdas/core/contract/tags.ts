/** In the order of the documentation. */
export const TAGS = {
  'Health Check': 'Health of the service and of each chain.',
  'EVM Chains': 'The chains of this service.',
  'EVM Blocks': 'Blocks of one chain or of all chains.',
  'EVM Transactions': 'Transactions, token transfers and internal transactions.',
  'EVM Balances': 'Native and token balances of addresses.',
  'EVM Contracts': 'Contract metadata and deployments.',
  NFTs: 'NFTs of collections, and their metadata.',
  Teleporter: 'Interchain messages, joined from the logs of both chains.',
  'Interchain Messaging': 'The same as Teleporter, under its newer name.',
  'Primary Network': 'Subnets, L1s, blockchains and validators on the P-Chain of a network.',
  'Primary Network Blocks': 'Blocks of the P-Chain.',
  'Primary Network Transactions': 'Transactions of the P-Chain.',
  'Primary Network UTXOs': 'UTXOs of addresses on the P-Chain.',
  'Primary Network Balances': 'Balances of addresses on the P-Chain, by lock and staking state.',
  'Primary Network Rewards': 'Staking rewards, paid and pending.',
  'Primary Network Vertices': 'Vertices of the X-Chain, which is not indexed: always 404.',
  Webhooks: 'Notifications to your server about on-chain activity. Require a key.',
  Operations: 'Long-running exports to files. Require a key.',
  'Data API Usage Metrics': 'Requests by an owner. Require a key.',
  Documentation: 'This document and its viewer.',
} as const;
export type Tag = keyof typeof TAGS;
