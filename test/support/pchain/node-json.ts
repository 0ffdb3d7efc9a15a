import { addressText } from './address';
import { cb58OfBytes } from './cb58';

/* A second way to the same bytes: avalanchego's JSON, from our decoded transaction. */

const FX_ID = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ';
/** 32-byte ids, by the node's names. */
const IDS: Record<string, string> = {
  ...{ assetId: 'assetID', txId: 'txID', blockchainId: 'blockchainID', subnetId: 'subnetID', vmId: 'vmID' },
  ...{ chainId: 'chainID', validationId: 'validationID', sourceChain: 'sourceChain' },
  destinationChain: 'destinationChain',
};
/** Interface values that the node writes without nesting. */
const LISTS_WITH_FX = new Set(['outputs', 'inputs', 'stake', 'importedInputs', 'exportedOutputs']);

type Json = unknown;
type Value = Readonly<Record<string, unknown>>;

export function nodeJson(tx: Value, prefix: string): Json {
  const { type, ...fields } = tx;
  const json = getObject(fields, prefix) as Record<string, Json>;
  const named = RENAMED[String(type)] ?? {};
  const out = Object.fromEntries(Object.entries(json).map(([name, value]) => [named[name] ?? name, value]));
  return (SHAPES[String(type)] ?? ((same: typeof out) => same))(out);
}

const RENAMED: Record<string, Record<string, string>> = {
  AddAutoRenewedValidatorTx: { shares: 'delegationShares' },
  SetAutoRenewedValidatorConfigTx: { authorization: 'auth' },
};

const withSubnet = ({ subnetID, validator, ...rest }: Record<string, Json>) => ({
  ...rest,
  validator: { ...(validator as object), subnetID },
});
const SHAPES: Record<string, (json: Record<string, Json>) => Json> = {
  AddSubnetValidatorTx: withSubnet,
  CreateChainTx: ({ genesisData, ...rest }) => ({
    ...rest,
    genesisData: Buffer.from(String(genesisData).slice(2), 'hex').toString('base64'),
  }),
  RegisterL1ValidatorTx: ({ proofOfPossession, ...rest }) => ({
    ...rest,
    proofOfPossession: [...Buffer.from(String(proofOfPossession).slice(2), 'hex')].map(String),
  }),
};

function getObject(fields: Value, prefix: string, isWarp = false): Json {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'type')
      .map(([name, value]) => {
        if (name in IDS) return [IDS[name], cb58OfBytes(String(value))];
        if (name === 'fxIds') return ['fxIDs', (value as string[]).map(cb58OfBytes)];
        if (name === 'networkId') return ['networkID', String(value)];
        if (name === 'nodeId') {
          const text = String(value);
          // Conversions write the bytes, stakes the text.
          return ['nodeID', isBytes(fields) ? text : nodeText(text)];
        }
        if (name === 'addresses') return [name, (value as string[]).map((one) => getAddress(one, prefix, isWarp))];
        if (name === 'remainingBalanceOwner' || name === 'deactivationOwner')
          return [name, getObject(value as Value, prefix, true)];
        if (LISTS_WITH_FX.has(name))
          return [name, (value as Value[]).map((one) => ({ fxID: FX_ID, ...(getObject(one, prefix) as object) }))];
        return [name, toJson(value, prefix)];
      }),
  );
}

/** In conversions and auto-renewed validators, the node id is bytes. */
const isBytes = (fields: Value): boolean => 'remainingBalanceOwner' in fields || 'autoCompoundRewardShares' in fields;

function toJson(value: unknown, prefix: string): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => toJson(one, prefix));
  if (typeof value === 'object' && value !== null) return getObject(value as Value, prefix);
  return value;
}

const nodeText = (bytes: string): string => `NodeID-${cb58OfBytes(bytes)}`;

const getAddress = (bytes: string, prefix: string, isWarp: boolean): string =>
  isWarp ? cb58OfBytes(bytes) : addressText(bytes, prefix);
