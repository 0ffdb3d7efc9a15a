import { ByteReader, cb58, convertedValidationId, nodeIdText, registeredValidationId } from './bytes';
import { must } from './json';
import type { Network, PlacedTx } from './network';
import type { NodeTx } from './node-types';

export type Validation = {
  validationId: string;
  nodeId: string;
  subnetId: string;
  weight: string;
  balance: string;
  blsCredentials: { publicKey: string; proofOfPossession: string };
};

/** `added`: to the balance. */
export type Touch = { validationId: string; weight?: string; added?: string };

const REGISTER = 1;
const SET_WEIGHT = 3;

function saidIn(message: string): { type: number; body: ByteReader; digits: string } {
  const warp = new ByteReader(message);
  // Codec version, network and source chain.
  warp.take(2 + 4 + 32);
  const payload = new ByteReader(warp.sized());
  payload.take(2 + 4);
  payload.sized();
  const digits = payload.sized();
  const body = new ByteReader(digits);
  body.u16();
  return { type: body.u32(), body, digits };
}

function getValidations({ unsignedTx: tx }: NodeTx): Validation[] {
  if (tx.validators) {
    const subnetId = must(tx.subnetID, 'the subnet of a conversion');
    return tx.validators.map(({ nodeID, weight, balance, signer }, place) => ({
      validationId: convertedValidationId(subnetId, place),
      ...{ nodeId: nodeIdText(nodeID), subnetId, weight, balance },
      blsCredentials: {
        publicKey: must(signer.publicKey, 'the key of a validator'),
        proofOfPossession: must(signer.proofOfPossession, 'the proof of a key'),
      },
    }));
  }
  if (!tx.message || tx.balance === undefined) return [];
  const { type, body, digits } = saidIn(tx.message);
  if (type !== REGISTER) throw new Error(`a registration with a message of type ${type}`);
  const subnetId = cb58(body.take(32));
  const nodeId = nodeIdText(body.sized());
  const publicKey = `0x${body.take(48)}`;
  // Expiry, and the owners of the balance and of deactivation.
  body.u64();
  for (const _owner of ['balance', 'deactivation']) {
    body.u32();
    body.take(20 * body.u32());
  }
  const proofOfPossession = `0x${Buffer.from((tx.proofOfPossession ?? []).map(Number)).toString('hex')}`;
  return [
    {
      ...{ validationId: registeredValidationId(digits), nodeId, subnetId, weight: String(body.u64()) },
      ...{ balance: tx.balance, blsCredentials: { publicKey, proofOfPossession } },
    },
  ];
}

export function getTouches(tx: NodeTx): Touch[] {
  const { message, balance, validationID } = tx.unsignedTx;
  const created = getValidations(tx);
  if (created.length > 0)
    return created.map(({ validationId, weight, balance: added }) => ({ validationId, weight, added }));
  if (validationID) return [{ validationId: validationID, ...(balance !== undefined && { added: balance }) }];
  if (!message) return [];
  const { type, body } = saidIn(message);
  if (type !== SET_WEIGHT) throw new Error(`a new weight with a message of type ${type}`);
  const validationId = cb58(body.take(32));
  body.u64();
  return [{ validationId, weight: String(body.u64()) }];
}

const validations = new WeakMap<Network, ReadonlyMap<string, Validation & { createdBy: PlacedTx }>>();

export function allValidations(network: Network): ReadonlyMap<string, Validation & { createdBy: PlacedTx }> {
  const created = () =>
    network.txs.flatMap((tx) =>
      getValidations(tx).map((one) => [one.validationId, { ...one, createdBy: tx }] as const),
    );
  const found = validations.get(network) ?? new Map(created());
  validations.set(network, found);
  return found;
}
