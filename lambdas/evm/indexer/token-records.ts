import { isAhead } from '../../core/domain/stored-time';
import { withRetries } from '../../core/node/retries';
import type { RpcClient } from '../../core/node/rpc';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { notNewer } from '../../core/table/update';
import type { SeenToken } from '../contract/messages';
import type { TransferKind } from '../domain/transfers';
import { readTokenMetadata } from '../node/token-metadata';
import { isComplete } from '../tokens/domain/refresh';
import { getReputation, type ReputationLists } from '../tokens/domain/reputation';
import { hasMetadata, readToken, TOKEN, type TokenRecord, tokenKey } from '../tokens/rows/token-item';

export interface TokenReaderDeps {
  readonly table: Pick<Table, 'get' | 'updateIf'>;
  readonly rpc: Pick<RpcClient, 'batch'>;
  readonly lists: () => ReputationLists;
  readonly now: Clock;
}

type ErcType = TokenRecord['ercType'];

/**
 * Leaves a record newer than `sentAt` (Unix ms), and attributes of other writers: the operator's
 * and the live mark. false if there is no contract at the node's head. Throws NodeError.
 */
export async function readTokenRecord(
  { table, rpc, lists, now }: TokenReaderDeps,
  { chainId, token, kind, standard, again }: SeenToken,
  sentAt: number,
): Promise<boolean> {
  const item = await table.get(tokenKey(chainId, token), true);
  const known = item && hasMetadata(item, undefined) ? readToken(item, now()) : undefined;
  const wasRead = 1_000 * (known?.readAt ?? 0);
  const isFresh = again ? wasRead >= sentAt && !isAhead(wasRead, now()) : hasMetadata(item, kind);
  if (isFresh) return true;
  const before = again === 'replace' ? undefined : known;
  const stated = standard ?? (again === 'replace' ? undefined : item?.[TOKEN.standard]);
  const seenAs = stated === 'erc20' || stated === 'erc721' ? stated : (kind ?? getKind(before));
  // An ERC-20 token that also logs IDs stays ERC-20 while it answers like one.
  const isMixed = before?.ercType === 'ERC-20' && seenAs !== 'erc20' && stated !== seenAs;
  // Before the read, so that a change announced meanwhile is read again.
  const readAt = Math.floor(now() / 1_000);
  const read = await withRetries(() => readTokenMetadata(rpc, token, isMixed ? undefined : seenAs));
  if (!read.isContract) return before !== undefined;
  const ercType = read.ercType === 'UNKNOWN' && seenAs ? getType(seenAs) : read.ercType;
  const metadata = before?.ercType === ercType ? { ...before, ...read } : { ...read, ercType };
  const { name, symbol, decimals } = metadata;
  const keepsText = name !== read.name || symbol !== read.symbol;
  const { reputation, reason } = getReputation({ chainId, address: token, ...read }, lists());
  await table.updateIf(
    tokenKey(chainId, token),
    {
      set: {
        [TOKEN.ercType]: ercType,
        [TOKEN.name]: name,
        [TOKEN.symbol]: symbol,
        [TOKEN.decimals]: decimals,
        [TOKEN.logoUri]: lists().listed.get(`${chainId} ${token}`)?.logoUri,
        [TOKEN.readAt]: readAt,
        [TOKEN.misses]: isComplete(metadata, kind) ? undefined : (before?.misses ?? 0) + 1,
        ...(keepsText ? {} : { [TOKEN.reputation]: reputation ?? undefined, [TOKEN.reason]: reason }),
        ...(standard || again === 'replace' ? { [TOKEN.standard]: standard } : {}),
      },
    },
    notNewer(readAt, now()).map((test) => ({ [TOKEN.readAt]: test })),
  );
  return true;
}

const getType = (kind: TransferKind) => `ERC-${kind.slice(3)}` as ErcType;
const getKind = (record: TokenRecord | undefined): TransferKind | undefined =>
  record && record.ercType !== 'UNKNOWN' ? (`erc${record.ercType.slice(4)}` as TransferKind) : undefined;
