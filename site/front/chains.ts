import { byId, cloneTemplate, show, showBadge } from '../shared/dom';
import { counted, time } from '../shared/format';
import { barPlot } from '../shared/plot';
import { BIN_MS, createRecent } from './recent';
import {
  type Figures,
  getFigures,
  getHistory,
  getState,
  type Report,
  type ShownChain,
  type ShownPChain,
  type Summary,
  stateOfPChain,
} from './report';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly state: Summary;
  readonly figures: Figures;
  readonly indexedBlock: number | undefined;
  readonly message: string | undefined;
  readonly history: ReturnType<typeof getHistory>;
}

const cards = new Map<string, ReturnType<typeof createCard>>();

/** Cards are reused, so that a text selection in them survives. */
export function showChains(chains: readonly ShownChain[], pChains: readonly ShownPChain[]): void {
  const list = byId('chains', HTMLElement);
  for (const [position, shown] of [...chains.map(getChain), ...pChains.map(getPChain)].entries()) {
    const card = cards.get(shown.id) ?? createCard(shown.id);
    cards.set(shown.id, card);
    if (list.children[position] !== card.element) list.insertBefore(card.element, list.children[position] ?? null);
    card.show(shown);
  }
}

function getChain(chain: ShownChain): Shown {
  const { chainId, info, report } = chain;
  const kind = info && (info.isTestnet ? 'testnet' : 'mainnet');
  return {
    ...shared(report ?? {}),
    id: chainId,
    name: info?.chainName ?? report?.chainName ?? `Chain ${chainId}`,
    about: [`Chain ${chainId}`, kind, info?.networkToken.symbol].filter(Boolean).join(' · '),
    state: getState(chain),
    message: report ? report.message : 'Listed, but not indexed: only checked for the activity of an address.',
  };
}

function getPChain(pChain: ShownPChain): Shown {
  const { report } = pChain;
  const isIndexed = report.indexedBlock !== undefined;
  return {
    ...shared(report),
    id: `p-chain-${report.network}`,
    name: `P-Chain (${report.network})`,
    about: isIndexed ? 'P-Chain · node RPC at a separate URL' : 'P-Chain, not indexed · node RPC at a separate URL',
    state: stateOfPChain(pChain),
    message: report.message,
  };
}

const shared = (report: Report) => ({
  figures: getFigures(report),
  indexedBlock: report.indexedBlock,
  history: getHistory(report),
});

function createCard(id: string) {
  const { element, field } = cloneTemplate('chain-template');
  element.dataset.chain = id;
  const recent = createRecent();
  const plotBlocks = (name: string): void => {
    const bins = recent.bins(Date.now());
    const plot = field('recent');
    plot.hidden = bins.length === 0;
    if (bins.length === 0 || plot.dataset.until === String(bins.at(-1)?.at)) return;
    plot.dataset.until = String(bins.at(-1)?.at);
    const points = bins.map(({ at, blocks }) => ({ label: time(at), value: blocks, text: counted(blocks, 'block') }));
    const minutes = counted(Math.ceil((bins.length * BIN_MS) / 60_000), 'minute');
    field('plot').replaceChildren(barPlot(points, `Blocks of ${name} indexed in the last ${minutes}`));
  };
  return {
    element,
    show({ name, about, state, figures, indexedBlock, message, history }: Shown): void {
      show(field('name'), name);
      showBadge(field('state'), state.text, state.tone);
      show(field('about'), about);
      showMoving(field('indexed'), figures.indexed);
      showMoving(field('head'), figures.head);
      show(field('lag'), figures.lag);
      show(field('message'), message);
      field('message').className = state.tone === 'bad' ? 'reason' : 'note';
      field('history').hidden = history === undefined;
      show(field('backfill'), history?.text);
      const progress = field('progress', HTMLProgressElement);
      progress.value = history?.done ?? 0;
      progress.setAttribute('aria-label', `History of ${name}`);
      if (indexedBlock !== undefined) recent.add({ at: Date.now(), block: indexedBlock });
      plotBlocks(name);
    },
  };
}

function showMoving(element: HTMLElement, text: string): void {
  if (element.textContent === text) return;
  element.textContent = text;
  element.classList.remove('moved');
  // Forces a reflow, which restarts the animation.
  element.getBoundingClientRect();
  element.classList.add('moved');
}
