import { ApiError, badRequest } from '../../../core/contract/errors';
import { pChainSource } from '../../../core/contract/pchain-source';
import { type ListedValidator, totalStakes, type ValidatorSnapshot } from '../../domain/validator-snapshot';
import type { PValidatorRow } from '../../domain/validators';
import { SNAPSHOT_ID } from '../../node/validator-snapshots';
import type { Deps } from '../implement';

type SnapshotDeps = Deps<{ reads: ['PNetwork']; states: ['get'] }>;

/** A snapshot of a network's validators, with its id. */
export interface FoundSnapshot {
  readonly id: string;
  readonly snapshot: ValidatorSnapshot;
}

/** The newest snapshot of a network's validators; undefined before there is one. */
export async function findSnapshot(
  { PNetwork, states }: SnapshotDeps,
  network: string,
): Promise<FoundSnapshot | undefined> {
  const newest = await PNetwork.validators(network);
  const snapshot = newest && (await states.get(pChainSource(network), newest.id));
  return newest && snapshot && { id: newest.id, snapshot };
}

/** The same. 503 before there is one. */
export async function newestSnapshot(deps: SnapshotDeps, network: string): Promise<FoundSnapshot> {
  const found = await findSnapshot(deps, network);
  if (!found) throw new ApiError(503, `the validators of ${network} are not known yet; try again`);
  return found;
}

/** The snapshot that a page token is of. 400 if it is gone. */
export async function getSnapshot({ states }: SnapshotDeps, network: string, id: string): Promise<FoundSnapshot> {
  const snapshot = SNAPSHOT_ID.test(id) ? await states.get(pChainSource(network), id) : undefined;
  if (!snapshot) throw badRequest('pageToken', 'is of a list that is not kept any more; begin without it');
  return { id, snapshot };
}

/** Rows of the table with what a snapshot knows besides, and the stakes of each network; nothing of both without one. */
export function withSnapshot(found: FoundSnapshot | undefined) {
  const validators = found?.snapshot.validators ?? [];
  const listed = new Map(validators.map((one) => [one.txId, one]));
  return {
    totals: found && totalStakes({ validators }),
    completed(row: PValidatorRow): ListedValidator {
      const current = row.status === 'active' ? listed.get(row.txId) : undefined;
      if (!current) return row;
      const { seen, stakingType, renewal } = current;
      // The row may be of an earlier release; the snapshot is of the last minutes.
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
