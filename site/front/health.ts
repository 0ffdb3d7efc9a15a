import type { ChainInfo } from '../../lambdas/evm/contract/schemas/chains';
import { type ApiResponse, get, getMessage } from '../shared/api';
import { splitEntries } from '../shared/health-entries';
import { type Report, type ShownChain, type ShownPChain, type Summary, summarize } from './report';

const [POLL_MS, FAILED_POLL_MS] = [2_000, 5_000];
/** The chain list only changes with the configuration. */
const LIST_MS = 60_000;

/** Without `chains`, the page keeps the ones on display. */
interface Refreshed {
  readonly chains?: readonly ShownChain[];
  readonly pChains?: readonly ShownPChain[];
  readonly summary: Summary;
  readonly waitMs: number;
}

let infos: readonly ChainInfo[] = [];
let listedAt = Number.NEGATIVE_INFINITY;

export async function refreshChains(): Promise<Refreshed> {
  const [answer] = await Promise.all([get('v1/health-check'), listChains()]);
  if (answer?.status !== 200) return toRefusalState(answer);
  const chains = chainsIn(answer, infos);
  const pChains = pChainsIn(answer);
  return { chains, pChains, summary: summarize(chains, pChains), waitMs: POLL_MS };
}

/** Best effort: without names, the page falls back to health-check's. */
async function listChains(): Promise<void> {
  if (performance.now() - listedAt < LIST_MS) return;
  listedAt = performance.now();
  const answer = await get('v1/chains');
  if (answer?.status === 200) infos = (answer.body as { readonly chains: readonly ChainInfo[] }).chains;
}

function toRefusalState(refusal: ApiResponse | undefined): Refreshed {
  if (!refusal) return { summary: { text: 'The API is not responding', tone: 'bad' }, waitMs: FAILED_POLL_MS };
  if (refusal.status === 429) {
    const seconds = Math.max(1, refusal.retryAfter ?? 1);
    const text = `Too many requests: retrying in ${seconds} s`;
    return { summary: { text, tone: 'warn' }, waitMs: seconds * 1_000 };
  }
  const message = getMessage(refusal);
  const text = `The API responded with ${refusal.status}${message === undefined ? '' : `: ${message}`}`;
  return { summary: { text, tone: 'bad' }, waitMs: FAILED_POLL_MS };
}

function pChainsIn({ body }: ApiResponse): readonly ShownPChain[] {
  const { details } = body as { readonly details: Readonly<Record<string, ShownPChain['report']>> };
  return [...splitEntries(details).pChains.values()].map((report) => ({ report }));
}

/** Listed chains in order, then those only in health-check. */
function chainsIn({ body }: ApiResponse, listed: readonly ChainInfo[]): readonly ShownChain[] {
  const { details } = body as { readonly details: Readonly<Record<string, Report>> };
  const reports = splitEntries(details).chains;
  const ids = new Set([...listed.map(({ chainId }) => chainId), ...reports.keys()]);
  return [...ids].map((chainId) => {
    const info = listed.find((one) => one.chainId === chainId);
    const report = reports.get(chainId);
    return { chainId, ...(info ? { info } : {}), ...(report ? { report } : {}) };
  });
}
