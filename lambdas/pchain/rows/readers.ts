import { cursorReader } from '../../chain/rows/cursor-reader';
import { pBlockReader } from './block-reader';
import { l1ChangeReader, l1ValidatorReader } from './l1-validator-reader';
import { networkReader } from './network';
import { nodeHeadReader } from './node-head';
import { pCycleReader, pRewardReader, pStakeOfReader } from './stake-readers';
import { stakingDayReader } from './staking-days';
import { pBlockchainReader, pSubnetReader } from './subnet-readers';
import { pTxOfReader, pTxReader } from './tx-readers';
import { pUtxoOfReader, pUtxoReader } from './utxo-readers';
import { pDelegatorReader, pValidatorReader } from './validator-reader';

export const pChainReaders = {
  Cursor: cursorReader,
  PNetwork: networkReader,
  PBlock: pBlockReader,
  PTx: pTxReader,
  PTxOf: pTxOfReader,
  PUtxo: pUtxoReader,
  PUtxoOf: pUtxoOfReader,
  PSubnet: pSubnetReader,
  PBlockchain: pBlockchainReader,
  PValidator: pValidatorReader,
  PDelegator: pDelegatorReader,
  PStakeOf: pStakeOfReader,
  PReward: pRewardReader,
  PCycle: pCycleReader,
  PL1Validator: l1ValidatorReader,
  PL1Change: l1ChangeReader,
  PStakingDay: stakingDayReader,
  NodeHead: nodeHeadReader,
};
