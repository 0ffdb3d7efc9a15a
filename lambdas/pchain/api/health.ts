import { secondsBehind } from '../../chain/domain/cursor';
import type { ChainKindHealth } from '../../chain/kind';
import { pChainSource } from '../../core/contract/pchain-source';
import { pIndexHealth } from '../domain/index-health';
import { pChainHealth } from '../domain/node-health';
import type { Deps } from './implement';

type HealthDeps = Pick<Deps<{ reads: ['NodeHead', 'PNetwork'] }>, 'pChains' | 'NodeHead' | 'PNetwork' | 'now'>;

export const pChainHealthReports: ChainKindHealth<HealthDeps> = {
  cursorNames: ({ pChains }) => pChains.filter(({ index }) => index).map(({ network }) => pChainSource(network)),
  indicator: ({ pChains }, chainId) =>
    pChains.some(({ network }) => pChainSource(network) === chainId) ? chainId : undefined,
  async reports(deps, cursors) {
    return Promise.all(
      deps.pChains.map(async ({ network, index, startBlock }) => {
        const node = pChainHealth(network, await deps.NodeHead.read(network), deps.now());
        const name = pChainSource(network);
        if (!index) return { name, report: node, behind: 0 };
        const cursor = cursors.get(name);
        const report = pIndexHealth(node, cursor, await deps.PNetwork.check(network), deps.now(), startBlock);
        return { name, report, behind: cursor ? secondsBehind(cursor, deps.now()) : 0 };
      }),
    );
  },
};
