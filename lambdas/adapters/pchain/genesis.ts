import * as z from 'zod';
import { readWhole, struct, u16 } from '../../domain/pchain/codec/codec';
import { MalformedBytes } from '../../domain/pchain/codec/hex-reader';
import { signedTx, type TxOf } from '../../domain/pchain/codec/tx';
import { GENESIS_VALIDATORS } from '../../domain/pchain/genesis-validators';
import type { NetworkFacts } from '../../domain/pchain/networks';
import type { Genesis } from '../../domain/pchain/replay/genesis';
import { PRIMARY_NETWORK } from '../../domain/pchain/replay/state';
import { idOfCb58 } from '../cb58';
import { NodeDown } from '../node/errors';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';

const standaloneTx = struct({ version: u16, tx: signedTx });

const Validators = z.object({ validators: z.array(z.object({ txID: z.string(), startTime: z.coerce.number() })) });
const Chains = z.object({
  blockchains: z.array(z.object({ id: z.string(), name: z.string(), subnetID: z.string(), vmID: z.string() })),
});
const HexTx = z.object({ tx: z.string().regex(/^0x([0-9a-f]{2}){6,}$/) });

/** A blockchain of the genesis. Ids are 0x and digits. */
export interface GenesisChain {
  readonly blockchainId: string;
  readonly name: string;
  readonly vmId: string;
}

function idIn(text: string): string {
  const id = idOfCb58(text);
  if (!id) throw new NodeDown(`the node gives ${text} for an id`);
  return id;
}

/**
 * What a network begins with, which is in no block. Of a network that is not public these are the validators that it has
 * now and that began with it: it is to be indexed before the first of them ends.
 */
export async function readGenesis(
  rpc: Pick<PChainRpc, 'call' | 'all'>,
  network: string,
  { genesisBlockId: blockId, genesisTime: time, genesisSupply: supply }: NetworkFacts,
): Promise<{ readonly genesis: Genesis; readonly chains: readonly GenesisChain[] }> {
  const txIDs = GENESIS_VALIDATORS[network] ?? (await firstValidators(rpc, time));
  const answers = await rpc.all(txIDs.map((txID) => ['getTx', { txID, encoding: 'hex' }]));
  const validators = answers.map((answer, i) => ({ txId: idIn(txIDs[i] ?? ''), tx: stakingTxIn(answer) }));
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

function stakingTxIn(answer: unknown): TxOf<'AddValidatorTx' | 'AddPermissionlessValidatorTx'> {
  const { tx: text } = checked(HexTx, 'transaction of the genesis', answer);
  try {
    const { unsigned } = readWhole(standaloneTx, sentBytes(text, 'a transaction of the genesis').slice(2)).tx;
    if (unsigned.type === 'AddValidatorTx' || unsigned.type === 'AddPermissionlessValidatorTx') return unsigned;
    throw new NodeDown(`a validator of the genesis is a ${unsigned.type}`);
  } catch (error) {
    if (error instanceof MalformedBytes)
      throw new NodeDown(`a validator of the genesis is not readable: ${error.message}`);
    throw error;
  }
}
