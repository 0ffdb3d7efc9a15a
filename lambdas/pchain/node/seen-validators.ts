import * as z from 'zod';
import { toNodeId } from '../domain/node-id';
import type { SeenValidator } from '../domain/validator-snapshot';
import { checked } from './checked';
import type { PChainRpc } from './rpc';

const Validators = z.object({
  validators: z.array(
    z.object({ nodeID: z.string(), uptime: z.coerce.number().optional(), connected: z.boolean().optional() }),
  ),
});
const Peers = z.object({
  peers: z.array(z.object({ nodeID: z.string(), version: z.string(), benched: z.array(z.string()).nullish() })),
});

/** Primary network only, by node ID (0x-prefixed hex). Throws a NodeError. */
export async function fetchSeenValidators(
  rpc: Pick<PChainRpc, 'call' | 'info'>,
): Promise<ReadonlyMap<string, SeenValidator>> {
  const [current, info] = await Promise.all([rpc.call('getCurrentValidators'), rpc.info('peers')]);
  const { validators } = checked(Validators, 'validators', current);
  const peers = Peers.safeParse(info);
  const byNode = new Map(peers.success ? peers.data.peers.map((peer) => [peer.nodeID, peer]) : []);
  return new Map(
    validators.flatMap(({ nodeID, uptime = 0, connected = false }) => {
      const nodeId = toNodeId(nodeID);
      const { version, benched } = byNode.get(nodeID) ?? {};
      const seen = { uptime, connected, ...(version ? { version } : {}), ...(benched?.length ? { benched } : {}) };
      return nodeId ? [[nodeId, seen] as const] : [];
    }),
  );
}
