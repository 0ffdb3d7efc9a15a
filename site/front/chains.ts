import { byId, cloneTemplate, show } from './dom';
import { count, counted, duration } from './format';
import { getHistory, getState, type ShownChain } from './report';

const cards = new Map<string, ReturnType<typeof cloneTemplate>>();

/** Cards are reused, so that a text selection in them survives. */
export function showChains(chains: readonly ShownChain[]): void {
  const list = byId('chains', HTMLElement);
  for (const [position, chain] of chains.entries()) {
    const card = cards.get(chain.chainId) ?? cloneTemplate('chain-template');
    cards.set(chain.chainId, card);
    if (list.children[position] !== card.element) list.insertBefore(card.element, list.children[position] ?? null);
    showChain(card, chain);
  }
}

function showChain({ element, field }: ReturnType<typeof cloneTemplate>, chain: ShownChain): void {
  const { chainId, info, report = {} } = chain;
  const { text, look } = getState(chain);
  const name = info?.chainName ?? report.chainName ?? `Chain ${chainId}`;
  element.dataset.chain = chainId;
  show(field('name'), name);
  show(field('state'), text);
  field('state').className = `badge ${look}`;
  const kind = info && (info.isTestnet ? 'testnet' : 'mainnet');
  show(field('about'), [`Chain ${chainId}`, kind, info?.networkToken.symbol].filter(Boolean).join(' · '));
  const { head, indexedBlock, lagBlocks = 0, lagSeconds = 0 } = report;
  showMoving(field('indexed'), indexedBlock);
  showMoving(field('head'), head);
  const lag = head === undefined ? '–' : `${counted(lagBlocks, 'block')}, ${duration(lagSeconds)}`;
  show(field('lag'), lag);
  show(
    field('message'),
    chain.report ? report.message : 'Listed, but not indexed: only checked for the activity of an address.',
  );
  field('message').className = look === 'bad' ? 'reason' : 'note';
  const history = getHistory(report);
  field('history').hidden = history === undefined;
  show(field('backfill'), history?.text);
  const progress = field('progress', HTMLProgressElement);
  progress.value = history?.done ?? 0;
  progress.setAttribute('aria-label', `History of ${name}`);
}

function showMoving(element: HTMLElement, block: number | undefined): void {
  const text = block === undefined ? '–' : count(block);
  if (element.textContent === text) return;
  element.textContent = text;
  element.classList.remove('moved');
  // Forces a reflow, which restarts the animation.
  element.getBoundingClientRect();
  element.classList.add('moved');
}
