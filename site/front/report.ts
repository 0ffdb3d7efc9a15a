// Independent of the DOM, so that it can be tested.

import type { chainHealth } from '../../lambdas/chain/domain/health';
import type { ChainInfo } from '../../lambdas/evm/contract/schemas/chains';
import type { pChainHealth } from '../../lambdas/pchain/domain/node-health';
import { count, counted, duration } from '../shared/format';

/** Before the follower has reached the chain, it has only a name and a message. */
export type Report = Partial<Extract<ReturnType<typeof chainHealth>, { head: number }>>;
/** `report` is absent if the chain is not indexed. */
export interface ShownChain {
  readonly chainId: string;
  readonly info?: ChainInfo;
  readonly report?: Report;
}
/** Without an index, the report only has its node's height. */
export interface ShownPChain {
  readonly report: ReturnType<typeof pChainHealth> & Omit<Report, 'status' | 'message'>;
}

const NOT_YET = 'not indexed yet';

export interface Summary {
  readonly text: string;
  readonly tone: '' | 'good' | 'warn' | 'bad';
}

export function getState({ report }: ShownChain): Summary {
  if (!report) return { text: 'not indexed', tone: '' };
  if (report.head === undefined) return { text: NOT_YET, tone: 'warn' };
  return report.status === 'up' ? { text: 'up', tone: 'good' } : { text: 'down', tone: 'bad' };
}

export const stateOfPChain = ({ report: { status } }: ShownPChain): Summary => ({
  text: status,
  tone: status === 'up' ? 'good' : 'bad',
});

/** The figures of a card, as text; `–` if they are not known. */
export interface Figures {
  readonly indexed: string;
  readonly head: string;
  readonly lag: string;
}

/** The head is that of the index's last read of the node, so that it fits the indexed block. */
export function getFigures(report: Report & { readonly height?: number } = {}): Figures {
  const { head, indexedBlock, lagBlocks = 0, lagSeconds = 0, height } = report;
  const text = (block: number | undefined): string => (block === undefined ? '–' : count(block));
  return {
    indexed: text(indexedBlock),
    head: text(head ?? height),
    lag: head === undefined ? '–' : `${counted(lagBlocks, 'block')}, ${duration(lagSeconds)}`,
  };
}

export function summarize(chains: readonly ShownChain[], pChains: readonly ShownPChain[]): Summary {
  const states = [
    ...chains.filter(({ report }) => report).map((chain) => getState(chain).text),
    ...pChains.map((pChain) => stateOfPChain(pChain).text),
  ];
  const down = states.filter((state) => state === 'down').length;
  if (states.every((state) => state === NOT_YET)) return { text: 'No chains are indexed yet', tone: 'warn' };
  if (down > 0) return { text: `${down} of ${counted(states.length, 'chain')} down`, tone: 'bad' };
  if (states.includes(NOT_YET)) return { text: 'Some chains are not indexed yet', tone: 'warn' };
  return { text: states.length === 1 ? 'The chain is up' : `All ${states.length} chains are up`, tone: 'good' };
}

export function getHistory({ backfill }: Report): { readonly done: number; readonly text: string } | undefined {
  if (!backfill) return undefined;
  const { from, to, blocks, blocksLeft, workers, blocksPerSecond, secondsLeft, message } = backfill;
  const done = Math.min(1, Math.max(0, 1 - blocksLeft / Math.max(1, blocks)));
  const parts = [
    `History, blocks ${count(from)} to ${count(to)}: ${Math.floor(done * 100)} %, ${counted(blocksLeft, 'block')} left`,
    blocksPerSecond === undefined
      ? undefined
      : `${count(Math.round(blocksPerSecond * 10) / 10)} blocks/s by ${counted(workers, 'worker')}`,
    secondsLeft === undefined ? undefined : `${duration(secondsLeft)} left`,
    message,
  ];
  return { done, text: parts.filter((part) => part !== undefined).join(' · ') };
}
