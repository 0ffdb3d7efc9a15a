import { byId, cloneTemplate, show } from './dom';
import { count } from './format';
import { type ShownPChain, stateOfPChain } from './report';

const cards = new Map<string, ReturnType<typeof cloneTemplate>>();

export function showPChains(pChains: readonly ShownPChain[]): void {
  for (const pChain of pChains) {
    const { network, height, indexedBlock, message } = pChain.report;
    const card = cards.get(network) ?? cloneTemplate('p-chain-template');
    cards.set(network, card);
    // EVM chain cards are inserted before their successors, so appended cards stay at the end.
    if (!card.element.isConnected) byId('chains', HTMLElement).append(card.element);
    const { text, look } = stateOfPChain(pChain);
    show(card.field('name'), `P-Chain of ${network}`);
    show(card.field('state'), text);
    card.field('state').className = `badge ${look}`;
    show(card.field('height'), height === undefined ? '–' : count(height));
    show(card.field('indexed'), indexedBlock === undefined ? 'no' : count(indexedBlock));
    show(card.field('message'), message);
  }
}
