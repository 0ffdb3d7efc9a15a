import { ApiError, badRequest } from '../../../core/contract/errors';
import { pChainSource } from '../../../core/contract/pchain-source';
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
export async function newestSnapshot(deps: SnapshotDeps, network: string): Promise<FoundSnapshot> {
  const found = await findSnapshot(deps, network);
  if (!found) throw new ApiError(503, `the validators of ${network} are not indexed yet; try again`);
  return found;
}

/** Throws 400 if the snapshot of the page token has expired. */
export async function getSnapshot({ states }: SnapshotDeps, network: string, id: string): Promise<FoundSnapshot> {
  const snapshot = SNAPSHOT_ID.test(id) ? await states.get(pChainSource(network), id) : undefined;
  if (!snapshot) throw badRequest('pageToken', 'has expired; omit it to start over');
  return { id, snapshot };
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
