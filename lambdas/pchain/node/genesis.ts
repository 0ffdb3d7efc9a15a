import * as z from 'zod';
import { idOfCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { readWhole } from '../domain/codec/codec';
import { MalformedBytes } from '../domain/codec/hex-reader';
import { signedTx, type TxOf } from '../domain/codec/tx';
import { GENESIS_VALIDATORS } from '../domain/genesis-validators';
import type { NetworkFacts } from '../domain/networks';
import type { Genesis } from '../domain/replay/genesis';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { fetchTxs } from './txs';

const Validators = z.object({ validators: z.array(z.object({ txID: z.string(), startTime: z.coerce.number() })) });
const Chains = z.object({
  blockchains: z.array(z.object({ id: z.string(), name: z.string(), subnetID: z.string(), vmID: z.string() })),
});

export interface GenesisChain {
  readonly blockchainId: string;
  readonly name: string;
  readonly vmId: string;
}

function idIn(text: string): string {
  const id = idOfCb58(text);
  if (!id) throw new NodeDown(`invalid ID from the node: ${text}`);
  return id;
}

/**
 * No block contains the genesis. A custom network's validators come from the node's current set:
 * index it before the first genesis validator ends.
 */
export async function readGenesis(
  rpc: Pick<PChainRpc, 'call' | 'all'>,
  network: string,
  { genesisBlockId: blockId, genesisTime: time, genesisSupply: supply }: NetworkFacts,
): Promise<{ readonly genesis: Genesis; readonly chains: readonly GenesisChain[] }> {
  const txIDs = GENESIS_VALIDATORS[network] ?? (await firstValidators(rpc, time));
  const txs = await fetchTxs(rpc, txIDs.map(idIn));
  const validators = [...txs].map(([txId, bytes]) => ({ txId, tx: stakingTxIn(bytes) }));
  const { blockchains } = checked(Chains, 'blockchains', await rpc.call('getBlockchains'));
  const chains = blockchains
    .filter(({ subnetID }) => idIn(subnetID) === PRIMARY_NETWORK)
    .map(({ id, name, vmID }) => ({ blockchainId: idIn(id), name, vmId: idIn(vmID) }));
  return { genesis: { blockId, time, supply, validators }, chains };
}

async function firstValidators(rpc: Pick<PChainRpc, 'call'>, time: number): Promise<string[]> {
  const { validators } = checked(Validators, 'validators', await rpc.call('getCurrentValidators'));
  return validators.filter(({ startTime }) => startTime === time).map(({ txID }) => txID);
}

function stakingTxIn(bytes: string): TxOf<'AddValidatorTx' | 'AddPermissionlessValidatorTx'> {
  try {
    const { unsigned } = readWhole(signedTx, bytes.slice(2));
    if (unsigned.type === 'AddValidatorTx' || unsigned.type === 'AddPermissionlessValidatorTx') return unsigned;
    throw new NodeDown(`unexpected genesis validator transaction: ${unsigned.type}`);
  } catch (error) {
    if (error instanceof MalformedBytes)
      throw new NodeDown(`malformed genesis validator transaction: ${error.message}`);
    throw error;
  }
}
