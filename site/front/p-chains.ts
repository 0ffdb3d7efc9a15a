import { byId, copyItem, show } from './dom';
import { count } from './format';
import { type ShownPChain, stateOfPChain } from './report';

const cards = new Map<string, ReturnType<typeof copyItem>>();

/** Shows the P-chains behind the chains, in their order. Cards stay the same elements, so that a selection in them survives. */
export function showPChains(pChains: readonly ShownPChain[]): void {
  for (const pChain of pChains) {
    const { network, height, indexedBlock, message } = pChain.report;
    const card = cards.get(network) ?? copyItem('p-chain-template');
    cards.set(network, card);
    // The cards of chains are put before their successors: at the end these stay where they are.
    if (!card.element.isConnected) byId('chains', HTMLElement).append(card.element);
    const { text, look } = stateOfPChain(pChain);
    show(card.field('name'), `P-chain of ${network}`);
    show(card.field('state'), text);
    card.field('state').className = `badge ${look}`;
    show(card.field('height'), height === undefined ? '–' : count(height));
    show(card.field('indexed'), indexedBlock === undefined ? 'no' : count(indexedBlock));
    show(card.field('message'), message);
  }
}
