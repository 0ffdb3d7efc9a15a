import { byId, showBadge } from '../shared/dom';
import { createKeyField } from '../shared/key';
import { poll } from '../shared/poll';
import { createActivity } from './activity';
import { ANY_ADDRESS, callsFor } from './calls';
import { showChains } from './chains';
import { refreshChains } from './health';
import { offerChains } from './offer-chains';
import type { ShownChain } from './report';
import { findSample, knownSample } from './sample';
import { createCalls } from './try';

// If a stage is requested without its trailing slash, relative URLs would resolve outside it.
if (!location.pathname.endsWith('/'))
  history.replaceState(history.state, '', `${location.pathname}/${location.search}${location.hash}`);

const summaryLine = byId('summary', HTMLElement);
const chainField = byId('chain', HTMLSelectElement);
const addressField = byId('address', HTMLInputElement);
let isOwnAddress = false;

const toKey = createKeyField(() => update());
const updateCalls = createCalls(toKey);
const activity = createActivity(toKey);

function update(): void {
  const sample = knownSample(chainField.value);
  if (!isOwnAddress) addressField.value = sample?.address ?? '';
  const address = addressField.value.trim() || ANY_ADDRESS;
  updateCalls(callsFor({ chainId: chainField.value || '1', address, ...(sample ? { txHash: sample.txHash } : {}) }));
}

function offer(chains: readonly ShownChain[]): void {
  offerChains(chainField, chains, (chainId, name) => `${name} (${chainId})`);
  chainField.disabled = chainField.options.length === 0;
}

async function sample(): Promise<void> {
  if (chainField.value !== '' && (await findSample(chainField.value))) update();
}

addressField.addEventListener('input', () => {
  isOwnAddress = addressField.value.trim() !== '';
  update();
});
chainField.addEventListener('change', async () => {
  update();
  await sample();
});

poll(async () => {
  const { chains, pChains = [], summary, waitMs } = await refreshChains();
  showBadge(summaryLine, summary.text, summary.tone);
  if (chains) {
    showChains(chains, pChains);
    offer(chains);
    update();
    await sample();
    activity.offer(chains);
  }
  return waitMs;
});
