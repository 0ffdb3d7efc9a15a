/** The groups of endpoints in the documentation, in its order. */
export const TAGS = {
  'Health Check': 'Whether the service works, and how far each chain is.',
  'EVM Chains': 'The chains of this service.',
  'EVM Blocks': 'Blocks of a chain, and of all chains.',
  'EVM Transactions': 'Transactions, token transfers and internal transactions.',
  'EVM Balances': 'What addresses hold.',
  'EVM Contracts': 'Contracts: what they say of themselves, and how they came to be.',
  NFTs: 'Tokens of collections, and their metadata.',
  Teleporter: 'Messages between chains, joined from what both of them log.',
  'Interchain Messaging': 'The same messages, by their newer name.',
  'Primary Network': 'Subnets, L1s, blockchains and validators, as the P-chain of a network knows them.',
  'Primary Network Blocks': 'Blocks of the P-chain.',
  'Primary Network Transactions': 'Transactions of the P-chain.',
  'Primary Network UTXOs': 'Outputs that addresses own on the P-chain.',
  'Primary Network Balances': 'What addresses own on the P-chain, by what can be done with it.',
  'Primary Network Rewards': 'Rewards of stakes, paid and promised.',
  'Primary Network Vertices': 'Vertices of the X-chain, which is not indexed: each answers 404.',
  Webhooks: 'Messages to your own server when addresses are active. They need a key.',
  Operations: 'Exports to files, which go on after the answer. They need a key.',
  'Data API Usage Metrics': 'What an owner has called. They need a key.',
  Documentation: 'This document, and the page to read it on.',
} as const;
/** A group of endpoints. */
export type Tag = keyof typeof TAGS;
