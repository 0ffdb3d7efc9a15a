import type { Call, RpcClient } from '../../core/node/rpc';
import type { TransferKind } from '../domain/transfers';
import type { TokenMetadata } from '../tokens/domain/token';
import {
  cleanText,
  getDecimals,
  isDisguised,
  MAX_TEXT_CHARACTERS,
  toBool,
  toRawText,
  toWord,
} from '../tokens/domain/token-text';
import { getAnswer } from './run-code';

/** Far more than a getter needs, too little to return over half a megabyte. */
const GAS = '0x7a120'; // 500,000
const supports = (id: string) => `0x01ffc9a7${id.padEnd(64, '0')}`;

const CALL_DATA = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  erc165: supports('01ffc9a7'),
  anything: supports('ffffffff'),
  erc721: supports('80ac58cd'),
  erc1155: supports('d9b67a26'),
} as const;
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i; // EIP-7702

/**
 * `seenAs`: the standard its logs suggest. Omits fields that revert. Throws NodeError unless all
 * calls are answered: a missing answer says nothing about the contract.
 */
export async function readTokenMetadata(
  rpc: Pick<RpcClient, 'batch'>,
  token: string,
  seenAs: TransferKind | undefined,
): Promise<TokenMetadata> {
  const fields = Object.keys(CALL_DATA) as (keyof typeof CALL_DATA)[];
  const calls = fields.map((field): Call => ['eth_call', { to: token, data: CALL_DATA[field], gas: GAS }, 'latest']);
  const [code, ...outcomes] = await rpc.batch([['eth_getCode', token, 'latest'], ...calls]);
  const answers = Object.fromEntries(fields.map((field, i) => [field, getAnswer(outcomes[i])])) as Answers;
  const [name, symbol] = [toRawText(answers.name), toRawText(answers.symbol)];
  return {
    ercType: toErcType(answers, seenAs),
    ...defined('name', cleanText(name ?? '', MAX_TEXT_CHARACTERS.name)),
    ...defined('symbol', cleanText(symbol ?? '', MAX_TEXT_CHARACTERS.symbol)),
    ...defined('decimals', getDecimals(answers.decimals)),
    ...(isDisguised(`${name ?? ''}${symbol ?? ''}`) ? { disguised: true as const } : {}),
    isContract: hasCode(getAnswer(code)),
  };
}

type Answers = Record<keyof typeof CALL_DATA, string>;

const hasCode = (code: string): boolean => code.length > 2 && !DELEGATION.test(code);

const defined = <K extends string, V>(field: K, value: V | undefined): { [k in K]?: V } =>
  value === undefined ? {} : ({ [field]: value } as { [k in K]: V });

function toErcType(answers: Answers, seenAs: TransferKind | undefined): TokenMetadata['ercType'] {
  const erc165 = toBool(answers.erc165) === true && toBool(answers.anything) === false;
  const claimed = (['erc721', 'erc1155'] as const).filter((kind) => erc165 && toBool(answers[kind]) === true);
  // If it claims both, its logs decide. Without logs it is neither, nor an ERC-20 token.
  const kind = (claimed.length === 1 ? claimed[0] : claimed.find((k) => k === seenAs)) ?? seenAs;
  if (kind) return `ERC-${kind.slice(3)}` as TokenMetadata['ercType'];
  const erc20 =
    claimed.length === 0 && getDecimals(answers.decimals) !== undefined && toWord(answers.totalSupply) !== undefined;
  return erc20 ? 'ERC-20' : 'UNKNOWN';
}
