import { blockchainIdReader, teleporterListReader, teleporterMessageReader } from '../teleporter/rows/readers';
import { holdingReader } from '../tokens/rows/holding-reader';
import { nftReader } from '../tokens/rows/nft-reader';
import {
  addressDeploymentReader,
  deploymentReader,
  tokenReader,
  tokenTransferReader,
} from '../tokens/rows/token-readers';
import { addressChainReader, addressInternalReader, addressTransferReader, addressTxReader } from './address-readers';
import { blockReader } from './block-reader';
import { evmCursorReader } from './cursor-reader';
import { chunkReader, transactionReader } from './transaction-readers';

export const evmReaders = {
  Cursor: evmCursorReader,
  Block: blockReader,
  ChainTx: chunkReader('ChainTx'),
  FailedTx: chunkReader('FailedTx'),
  Tx: transactionReader,
  AddressTx: addressTxReader,
  AddressErc20: addressTransferReader('erc20'),
  AddressErc721: addressTransferReader('erc721'),
  AddressErc1155: addressTransferReader('erc1155'),
  AddressInternal: addressInternalReader,
  AddressDeployment: addressDeploymentReader,
  AddressChain: addressChainReader,
  TokenTransfer: tokenTransferReader,
  Deployment: deploymentReader,
  Token: tokenReader,
  Nft: nftReader,
  Erc20Holding: holdingReader('erc20'),
  Erc721Holding: holdingReader('erc721'),
  Erc1155Holding: holdingReader('erc1155'),
  TeleporterMessage: teleporterMessageReader,
  TeleporterList: teleporterListReader,
  BlockchainId: blockchainIdReader,
};
