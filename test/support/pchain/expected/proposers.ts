import type { Recording } from '../../../../demo/p-chain/recording';
import { ByteReader, cb58 } from './bytes';
import { must } from './json';
import { getNetwork } from './network';

export type ExpectedProposer = {
  proposerId: string;
  proposerParentId: string;
  proposerNodeId: string;
  proposerPChainHeight: number;
  proposerTimestamp: number;
};

const OPTION = 1;

/** Needs a network with one node. Undefined for genesis, options and uncertified blocks. */
export function expectedProposer(recording: Recording, height: number): ExpectedProposer | undefined {
  if (height === 0) return undefined;
  const network = getNetwork(recording);
  type Container = { id: string; bytes: string };
  const { id, bytes } = network.answer<Container>('index.getContainerByIndex', { index: String(height - 1) });
  const reader = new ByteReader(bytes);
  reader.u16();
  if (reader.u32() === OPTION) return undefined;
  const [parent, time, pChainHeight, certificate] = [reader.take(32), reader.u64(), reader.u64(), reader.sized()];
  if (certificate === '') return undefined;
  const { validators } = network.answer<{ validators: { nodeID: string }[] }>('platform.getCurrentValidators', {});
  const { nodeID } = must(validators[0], 'a validator');
  return {
    ...{ proposerId: id, proposerParentId: cb58(parent), proposerNodeId: nodeID },
    ...{ proposerPChainHeight: Number(pChainHeight), proposerTimestamp: Number(time) },
  };
}
