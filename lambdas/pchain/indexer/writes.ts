import type { Write } from '../../core/table/table';
import type { AppliedBlock } from '../domain/applied-block';
import { endedCycles } from '../domain/cycles';
import { changedDelegators } from '../domain/delegators';
import type { deriveBlock } from '../domain/derive';
import { evmChainIdIn } from '../domain/evm-genesis';
import type { NetworkFacts } from '../domain/networks';
import { PRIMARY_NETWORK, type Subnet } from '../domain/replay/state';
import { paidRewards } from '../domain/rewards';
import type { PUtxoRow } from '../domain/rows';
import { changedStakes } from '../domain/stakes';
import { changedValidators } from '../domain/validators';
import type { GenesisChain } from '../node/genesis';
import {
  blockchainItem,
  blockItem,
  l1ChangeItem,
  l1ValidatorItem,
  pChainBlockchain,
  subnetItem,
  txItem,
  txOfItem,
  utxoItem,
  utxoOfItems,
} from '../rows/items';
import { cycleItem, delegatorItem, rewardItems, stakeOfItem, validatorItem } from '../rows/stake-items';
import { stakingDayItems } from '../rows/staking-days';

/** `ofOwners`: include the outputs by owner, which are only useful if complete. */
export function toWrites(
  network: string,
  applied: AppliedBlock,
  derived: ReturnType<typeof deriveBlock>,
  ofOwners: boolean,
): Write[] {
  const { effects } = applied;
  return [
    { put: blockItem(network, derived.block) },
    ...derived.txs.flatMap(({ row, concerns }) => [
      { put: txItem(network, row) },
      ...concerns.map((of) => ({ put: txOfItem(network, of, row) })),
    ]),
    ...derived.outputs.map((row) => ({ put: utxoItem(network, row) })),
    ...(ofOwners ? derived.outputs.flatMap((row) => ownersItems(network, applied, row)) : []).map((put) => ({ put })),
    ...[...effects.subnets.values()].map((subnet) => ({ put: subnetItem(network, subnet) })),
    ...getBlockchains(network, applied),
    ...changedValidators(applied).map((row) => ({ put: validatorItem(network, row) })),
    ...changedDelegators(applied).map((row) => ({ put: delegatorItem(network, row) })),
    ...changedStakes(applied).map((row) => ({ put: stakeOfItem(network, row) })),
    ...paidRewards(applied).flatMap((row) => rewardItems(network, row).map((put) => ({ put }))),
    ...(applied.endedDay ? stakingDayItems(network, applied.endedDay) : []).map((put) => ({ put })),
    ...endedCycles(applied).map((row) => ({ put: cycleItem(network, row) })),
    ...effects.l1Changes.flatMap(({ validator, removed }) => {
      const item = l1ValidatorItem(network, validator);
      const change = l1ChangeItem(network, validator, applied.raw.number);
      return [removed ? { delete: item } : { put: item }, { put: change }];
    }),
  ];
}

// Without a state, an output attributed to block 0 may not be from the genesis: left out until the
// block is rewritten.
const ownersItems = (network: string, { after }: AppliedBlock, row: PUtxoRow) =>
  after || row.created?.block !== 0 ? utxoOfItems(network, row) : [];

function getBlockchains(network: string, { raw: { number, block }, time, subnets }: AppliedBlock): Write[] {
  if (block.type === 'Unreadable') return [];
  return block.txs.flatMap(({ id: blockchainId, unsigned }, tx) => {
    if (unsigned.type !== 'CreateChainTx') return [];
    const { subnetId, chainName: name, vmId, genesisData } = unsigned;
    const evmChainId = evmChainIdIn(genesisData);
    const created = { block: number, tx, time };
    const row = { blockchainId, subnetId, name, vmId, created, ...(evmChainId === undefined ? {} : { evmChainId }) };
    return [{ put: blockchainItem(network, row, subnets.get(subnetId)?.created ?? created) }];
  });
}

export function genesisWrites(
  network: string,
  { genesisTime }: NetworkFacts,
  chains: readonly GenesisChain[],
): Write[] {
  const created = { block: 0, tx: 0, time: genesisTime };
  const primary: Subnet = { subnetId: PRIMARY_NETWORK, created, owner: { locktime: 0n, threshold: 0, addresses: [] } };
  return [
    { put: subnetItem(network, primary) },
    { put: blockchainItem(network, pChainBlockchain(genesisTime), created) },
    ...chains.map((chain, i) => {
      const row = { ...chain, subnetId: PRIMARY_NETWORK, created: { ...created, tx: i + 1 } };
      return { put: blockchainItem(network, row, created) };
    }),
  ];
}
