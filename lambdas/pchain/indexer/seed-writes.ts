import { chunk } from '../../core/contract/chunk';
import type { Write } from '../../core/table/table';
import { readWhole } from '../domain/codec/codec';
import { signedTx } from '../domain/codec/tx';
import { currentDelegator } from '../domain/delegators';
import { blockRow, getNext, stakeAddition } from '../domain/derive';
import { evmChainIdIn } from '../domain/evm-genesis';
import type { RawPBlock } from '../domain/raw-block';
import { type PChainState, type Place, PRIMARY_NETWORK, type Staker } from '../domain/replay/state';
import type { NodeBlockchain, Seed } from '../domain/seed';
import { stakedOutputs } from '../domain/stake-outputs';
import { concernedByStake } from '../domain/stakes';
import { currentValidator } from '../domain/validators';
import { blockchainItem, blockItem, l1ChangeItem, l1ValidatorItem, subnetItem, txItem, utxoItem } from '../rows/items';
import { delegatorItem, stakeOfItem, validatorItem } from '../rows/stake-items';

/** Per batch, to bound memory. */
const STAKES = 1_000;

/** In batches, without the transactions of the block, and without blockchains. */
export function* seedWrites(network: string, seed: Seed, state: PChainState, raw: RawPBlock): Generator<Write[]> {
  yield [{ put: blockItem(network, blockRow({ raw, time: state.time, after: getNext(state) })) }];
  yield [...state.subnets.values()].map((subnet) => ({ put: subnetItem(network, subnet) }));
  for (const some of chunk([...state.l1Validators.values()], STAKES))
    yield some.flatMap((validator) => [
      { put: l1ValidatorItem(network, validator) },
      { put: l1ChangeItem(network, validator, raw.number) },
    ]);
  for (const some of chunk([...state.stakers.values()], STAKES))
    yield some.flatMap((staker) => stakeItems(network, staker, seed, state.time)).map((put) => ({ put }));
}

function stakeItems(network: string, staker: Staker, { txs }: Seed, time: number) {
  const { txId, kind, subnetId, renewal } = staker;
  const bytes = txs.get(txId) ?? '';
  // The first cycle of an auto-renewed validator is unknown.
  const additions = renewal ? {} : { stake: stakeAddition(staker) };
  return [
    txItem(network, { id: txId, type: getType(bytes), bytes, additions }),
    ...(kind === 'delegator' ? [] : [validatorItem(network, currentValidator(staker, time))]),
    ...(kind === 'delegator' && subnetId === PRIMARY_NETWORK
      ? [delegatorItem(network, currentDelegator(staker, time))]
      : []),
    ...concernedByStake(staker, true).map((row) => stakeOfItem(network, row)),
    ...stakedOutputs(staker, {}).map((row) => utxoItem(network, row)),
  ];
}

const getType = (bytes: string) => readWhole(signedTx, bytes.slice(2)).unsigned.type;

export function seededBlockchain(
  network: string,
  chain: NodeBlockchain,
  { bytes, place, subnet }: { readonly bytes: string; readonly place: Place; readonly subnet: Place },
): Write[] {
  const { unsigned } = readWhole(signedTx, bytes.slice(2));
  const evmChainId = unsigned.type === 'CreateChainTx' ? evmChainIdIn(unsigned.genesisData) : undefined;
  const row = { ...chain, created: place, ...(evmChainId === undefined ? {} : { evmChainId }) };
  const tx = { id: chain.blockchainId, type: unsigned.type, bytes, additions: {} };
  return [{ put: blockchainItem(network, row, subnet) }, { put: txItem(network, tx) }];
}
