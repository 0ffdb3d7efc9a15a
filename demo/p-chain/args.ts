import { createHash } from 'node:crypto';
import { getElements, getMembers } from '../../lambdas/pchain/domain/json-rpc/json-text';
import type { Params } from './calls';
import { ArgsError } from './json-rpc';

type ParamType = 'id' | 'height' | 'number' | 'encoding' | 'nodeIDs' | 'addresses' | 'ignored';

/** The documented P-Chain calls, and the others that the indexer uses. */
export const METHODS: Readonly<Record<string, Readonly<Record<string, ParamType>>>> = {
  'info.getNodeVersion': {},
  'info.getNetworkID': {},
  'info.upgrades': {},
  'platform.getHeight': {},
  'platform.getProposedHeight': {},
  'platform.getTimestamp': {},
  'platform.getValidatorFeeConfig': {},
  'platform.getValidatorFeeState': {},
  'platform.getFeeConfig': {},
  'platform.getFeeState': {},
  'platform.getMinStake': { subnetID: 'id' },
  'platform.getStakingAssetID': { subnetID: 'id' },
  'platform.getCurrentSupply': { subnetID: 'id' },
  'platform.getTotalStake': { subnetID: 'id' },
  'platform.getCurrentValidators': { subnetID: 'id', nodeIDs: 'nodeIDs' },
  'platform.getValidatorsAt': { height: 'height', subnetID: 'id' },
  'platform.getAllValidatorsAt': { height: 'height' },
  'platform.sampleValidators': { size: 'number', subnetID: 'id' },
  'platform.getL1Validator': { validationID: 'id' },
  'platform.getSubnets': {},
  'platform.getSubnet': { subnetID: 'id' },
  'platform.getBlockchains': {},
  'platform.getBlockchainStatus': { blockchainID: 'ignored' },
  'platform.validates': { subnetID: 'id' },
  'platform.validatedBy': { blockchainID: 'id' },
  'platform.getBlockByHeight': { height: 'height', encoding: 'encoding' },
  'platform.getBlock': { blockID: 'id', encoding: 'encoding' },
  'platform.getTx': { txID: 'id', encoding: 'encoding' },
  'platform.getTxStatus': { txID: 'id' },
  'platform.getRewardUTXOs': { txID: 'id', encoding: 'encoding' },
  'index.getContainerByIndex': { index: 'number', encoding: 'encoding' },
  'index.getContainerRange': { startIndex: 'number', numToFetch: 'number', encoding: 'encoding' },
  'platform.getBalance': { addresses: 'addresses' },
  'platform.getStake': { addresses: 'addresses', validatorsOnly: 'ignored', encoding: 'encoding' },
  'platform.getUTXOs': { addresses: 'addresses', sourceChain: 'ignored', startIndex: 'ignored', encoding: 'encoding' },
};

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Go parses null as the zero node ID. */
const NO_NODE = 'NodeID-111111111111111111116DBWJs';
const MAX_UINT64 = 2n ** 64n - 1n;
const ENCODINGS = ['hex', 'hexc', 'hexnc', 'json'];

/** As avalanchego: case-insensitive names, null is absent, unknown names are ignored. @throws ArgsError. */
export function toParams(method: string, args: string): Params {
  const types = METHODS[method] ?? {};
  const params: Record<string, string | string[]> = {};
  for (const { name: given, value } of getMembers(args)) {
    const name = Object.keys(types).find((one) => one.toLowerCase() === given.toLowerCase());
    const type = name === undefined ? undefined : types[name];
    if (name !== undefined && type !== undefined && value !== 'null') params[name] = readers[type](value, method);
  }
  if (Object.values(types).includes('height')) params.height ??= '0';
  return params;
}

const readers: Record<ParamType, (value: string, method: string) => string | string[]> = {
  id: (value) => cb58(parseString(value), 32),
  encoding(value) {
    const encoding = parseString(value).toLowerCase();
    if (!ENCODINGS.includes(encoding)) throw new ArgsError();
    return encoding;
  },
  height(value, method) {
    // Not unescaped: avalanchego parses the raw characters between the quotes.
    const text = value.replace(/^"(.*)"$/, '$1');
    const forValidators = method.endsWith('ValidatorsAt');
    if (forValidators && text === 'proposed') return text;
    // avalanchego represents `proposed` by the largest number, and rejects it as a height.
    if (!/^\d+$/.test(text) || BigInt(text) > (forValidators ? MAX_UINT64 - 1n : MAX_UINT64)) throw new ArgsError();
    return BigInt(text).toString();
  },
  number(value) {
    const text = value.replace(/^"(.*)"$/, '$1');
    if (!/^\d+$/.test(text) || BigInt(text) > MAX_UINT64) throw new ArgsError();
    return BigInt(text).toString();
  },
  nodeIDs(value) {
    if (value[0] !== '[') throw new ArgsError();
    const ids = getElements(value).map((element) => {
      const [, id] = /^NodeID-(\w+)$/.exec(element === 'null' ? NO_NODE : parseString(element)) ?? [];
      if (id === undefined) throw new ArgsError();
      return `NodeID-${cb58(id, 20)}`;
    });
    return [...new Set(ids)];
  },
  addresses(value) {
    if (value[0] !== '[') throw new ArgsError();
    return [...new Set(getElements(value).map(parseString))];
  },
  ignored: (value) => value,
};

function parseString(value: string): string {
  if (value[0] !== '"') throw new ArgsError();
  return JSON.parse(value) as string;
}

/** cb58: base58 of the bytes and the last four bytes of their SHA-256. */
function cb58(text: string, length: number): string {
  let number = 0n;
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit);
    if (value < 0) throw new ArgsError();
    number = number * 58n + BigInt(value);
  }
  const bytes = Buffer.from(number.toString(16).padStart(2 * (length + 4), '0'), 'hex');
  const checksum = createHash('sha256').update(bytes.subarray(0, length)).digest().subarray(-4);
  // Each leading 1 stands for a leading zero byte.
  const zeros = bytes.findIndex((byte) => byte > 0);
  if (bytes.length !== length + 4 || text.search(/[^1]/) !== zeros || !checksum.equals(bytes.subarray(length)))
    throw new ArgsError();
  return text;
}
