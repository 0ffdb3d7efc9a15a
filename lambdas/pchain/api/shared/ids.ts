import { badRequest } from '../../../core/contract/errors';
import { idOfCb58 } from '../../../core/domain/cb58';
import { P_CHAIN_ADDRESS } from '../../contract/schemas/params';
import { getAddress } from '../../domain/bech32-address';
import { toNodeId } from '../../domain/node-id';

/** CB58 to 32 bytes (0x-prefixed hex). Throws 400 naming the parameter. */
export function idIn(parameter: string, text: string): string {
  const id = idOfCb58(text);
  if (id === undefined) throw badRequest(parameter, `${text} is not a valid CB58 ID (bad checksum or length)`);
  return id;
}

/** `NodeID-…` to 20 bytes (0x-prefixed hex). Throws 400 naming the parameter. */
export function nodeIdIn(parameter: string, text: string): string {
  const nodeId = toNodeId(text);
  if (nodeId === undefined) throw badRequest(parameter, `${text} is not a valid node ID (bad checksum or length)`);
  return nodeId;
}

/** To 20 bytes (0x-prefixed hex), without duplicates. Throws 400 naming the parameter. */
export function addressesIn(parameter: string, texts: readonly string[], hrp: string): string[] {
  const addresses = texts.map((text, i) => {
    if (!P_CHAIN_ADDRESS.form.test(text)) throw badRequest(`${parameter}.${i}`, `must be ${P_CHAIN_ADDRESS.what}`);
    const address = getAddress(text, hrp);
    if (address === undefined) throw badRequest(parameter, `${text} is not a valid address (bad checksum or length)`);
    if (address === 'other network')
      throw badRequest(parameter, `${text} belongs to another network: addresses of this one start with ${hrp}1`);
    return address;
  });
  return [...new Set(addresses)];
}
