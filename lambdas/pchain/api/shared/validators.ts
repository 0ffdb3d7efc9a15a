import { ApiError, badRequest } from '../../../core/contract/errors';
import { pChainSource } from '../../../core/contract/pchain-source';
import type { Page } from '../../../core/http/page';
import { type ListedValidator, totalStakes, type ValidatorSnapshot } from '../../domain/validator-snapshot';
import type { PValidatorRow } from '../../domain/validators';
import { SNAPSHOT_ID } from '../../node/validator-snapshots';
import type { Deps } from '../implement';

type SnapshotDeps = Deps<{ reads: ['PNetwork']; states: ['get'] }>;

export interface FoundSnapshot {
  readonly id: string;
  readonly snapshot: ValidatorSnapshot;
}

export async function findSnapshot(
  { PNetwork, states }: SnapshotDeps,
  network: string,
): Promise<FoundSnapshot | undefined> {
  const newest = await PNetwork.validators(network);
  const snapshot = newest && (await states.get(pChainSource(network), newest.id));
  return newest && snapshot && { id: newest.id, snapshot };
}

/** Throws 503 before the first snapshot. */
export const newestSnapshot = (deps: SnapshotDeps, network: string): Promise<FoundSnapshot> =>
  snapshotForPage(deps, network, {}, deps.states.get);

/**
 * The newest snapshot for the first page, and the same one for later pages. Throws 503 before the first snapshot, and
 * 400 if the one of the page token has expired.
 */
export async function snapshotForPage<T>(
  { PNetwork }: Pick<SnapshotDeps, 'PNetwork'>,
  network: string,
  { cut }: Pick<Page, 'cut'>,
  get: (chain: string, id: string) => Promise<T | undefined>,
): Promise<{ readonly id: string; readonly snapshot: T }> {
  const id = cut === undefined ? (await PNetwork.validators(network))?.id : String(cut);
  const snapshot = id !== undefined && SNAPSHOT_ID.test(id) ? await get(pChainSource(network), id) : undefined;
  if (id !== undefined && snapshot) return { id, snapshot };
  if (cut !== undefined) throw badRequest('pageToken', 'has expired; omit it to start over');
  throw new ApiError(503, `the validators of ${network} are not indexed yet; try again`);
}

/** Of a list from the snapshot `id`. */
export function sliceForPage<T>(all: readonly T[], page: Page, id: string) {
  const from = page.from ? Math.max(0, Number.parseInt(page.from.after, 10) || 0) : 0;
  const to = from + page.size;
  const next = to < all.length ? { after: String(to), items: [], density: 1 } : undefined;
  return { rows: all.slice(from, to), token: page.token(next, id) };
}

export function withSnapshot(found: FoundSnapshot | undefined) {
  const validators = found?.snapshot.validators ?? [];
  const listed = new Map(validators.map((one) => [one.txId, one]));
  return {
    totals: found && totalStakes({ validators }),
    completed(row: PValidatorRow): ListedValidator {
      const current = row.status === 'active' ? listed.get(row.txId) : undefined;
      if (!current) return row;
      const { seen, stakingType, renewal } = current;
      // The row may be from an earlier release; the snapshot is recent.
      const type = row.stakingType ?? stakingType;
      return {
        ...row,
        ...(seen ? { seen } : {}),
        ...(type === undefined ? {} : { stakingType: type }),
        ...(row.stakingType === undefined && renewal ? { renewal } : {}),
      };
    },
  };
}
