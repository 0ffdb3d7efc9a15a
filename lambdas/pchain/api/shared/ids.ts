import { badRequest } from '../../../core/contract/errors';
import { idOfCb58 } from '../../../core/domain/cb58';
import { P_CHAIN_ADDRESS } from '../../contract/schemas/params';
import { getAddress } from '../../domain/bech32-address';
import { toNodeId } from '../../domain/node-id';

/** The 32 bytes (0x and digits) of an id in cb58. Throws 400 in the name of its parameter. */
export function idIn(parameter: string, text: string): string {
  const id = idOfCb58(text);
  if (id === undefined) throw badRequest(parameter, `${text} is no id in cb58: its checksum or its length is wrong`);
  return id;
}

/** The 20 bytes (0x and digits) of a node id. Throws 400 in the name of its parameter. */
export function nodeIdIn(parameter: string, text: string): string {
  const nodeId = toNodeId(text);
  if (nodeId === undefined) throw badRequest(parameter, `${text} is no node id: its checksum or its length is wrong`);
  return nodeId;
}

/** The 20 bytes (0x and digits) of each address of a network, each once. Throws 400 in the name of their parameter. */
export function addressesIn(parameter: string, texts: readonly string[], hrp: string): string[] {
  const addresses = texts.map((text, i) => {
    if (!P_CHAIN_ADDRESS.form.test(text)) throw badRequest(`${parameter}.${i}`, `must be ${P_CHAIN_ADDRESS.what}`);
    const address = getAddress(text, hrp);
    if (address === undefined)
      throw badRequest(parameter, `${text} is no address: its checksum or its length is wrong`);
    if (address === 'other network')
      throw badRequest(parameter, `${text} is of another network: addresses of this one begin with ${hrp}1`);
    return address;
  });
  return [...new Set(addresses)];
}
