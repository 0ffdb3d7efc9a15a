import { BLOCK_EVENT } from '../../lambdas/chain/contract/events';
import type { RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import type { FunctionSpec } from '../../lambdas/core/contract/function';
import { readNft } from '../../lambdas/evm/contract/functions';
import { rpcRoutes } from '../../lambdas/node-rpc/contract/routes';
import { send } from '../../lambdas/webhooks/contract/functions';

export const getQueue = ({ id }: Pick<FunctionSpec, 'id'>): string => `${id}Queue`;

const RATES = { 'rate(1 minute)': 'each minute', 'rate(1 hour)': 'each hour' } as const;
const SCOPES = {
  service: '',
  indexedChains: ', each chain',
  tracedChains: ', each traced chain',
  pChains: ', each P-Chain',
  indexedPChains: ', each indexed P-Chain',
  followedChains: ', each chain',
  sharingChains: ', each group of chains',
  aloneChains: ', each ungrouped chain',
} as const;

const PLACES = [
  'Node(["chain node"])',
  'Raw[("S3: raw blocks")]',
  'Traces[("S3: traces")]',
  'States[("S3: P-Chain states")]',
  'Files[("S3: exports")]',
  'AccessLog[("S3: access log")]',
  'Steps{{"export state machine"}}',
  'Table[("table")]',
  'Bus{{"event bus"}}',
  'Receivers(["webhook receivers"])',
  'Metadata(["NFT metadata servers"])',
  'Callers(["API callers"])',
  'Gateway["API Gateway"]',
  'Authorizer["authorizer"]',
  'Api["API functions,<br/>one per endpoint"]',
  'Rpc["node RPC functions"]',
  'PNode(["P-Chain node"])',
];

const CAPABILITIES = ['indexer', 'webhooks', 'exports', 'usage', 'node-rpc'] as const;

/** Mermaid flowchart from the declarations. Outbound internet traffic is not declared, and is added by name. */
export function picture(functions: readonly FunctionSpec[], endpoints: readonly RegisteredEndpoint[]): string {
  const edges = [
    'Callers --> Gateway',
    'Gateway <--> Authorizer',
    'Gateway --> Api',
    'Gateway --> Rpc',
    'Gateway -- "Firehose" --> AccessLog',
    ...tableEdge('Api', endpoints),
    ...tableEdge('Rpc', rpcRoutes),
    // Per capability, not per function: nearly every function uses the table.
    ...CAPABILITIES.flatMap((capability) =>
      tableEdge(
        capability,
        functions.filter((spec) => spec.capability === capability),
      ),
    ),
    ...getEdges('Api', getUses(endpoints), functions),
    'PNode --> Rpc',
    ...functions.flatMap((spec) => [...triggerEdges(spec), ...getEdges(spec.id, spec.uses, functions)]),
    `${send.id} --> Receivers`,
    'Files --> Callers',
    `Metadata --> ${readNft.id}`,
  ];
  return [
    'flowchart LR',
    ...PLACES.map((place) => `  ${place}`),
    ...CAPABILITIES.flatMap((capability) => [
      `  subgraph ${capability}`,
      ...functions.filter((spec) => spec.capability === capability).flatMap(getNodes),
      '  end',
    ]),
    ...edges.map((edge) => `  ${edge}`),
  ].join('\n');
}

function getNodes({ id, queue, schedule }: FunctionSpec): string[] {
  const when = schedule ? `<br/>${RATES[schedule.rate]}${SCOPES[schedule.scope]}` : '';
  const own = [`    ${id}["${id}${when}"]`];
  return queue ? [`    ${getQueue({ id })}[["queue ${queue.name ?? 'of new objects'}"]]`, ...own] : own;
}

function triggerEdges({ id, queue, step }: FunctionSpec): string[] {
  if (step) return [`Steps --> ${id}`];
  if (!queue) return [];
  const { kinds = [] } = queue.blockEvents ?? {};
  const events = kinds.map((kind) => BLOCK_EVENT[kind]).join(', ');
  return [
    ...(queue.fedBy ? [`AccessLog --> ${getQueue({ id })}`] : []),
    ...(events ? [`Bus -- "${events}" --> ${getQueue({ id })}`] : []),
    `${getQueue({ id })} --> ${id}`,
  ];
}

type Uses = FunctionSpec['uses'];

function getUses(endpoints: readonly RegisteredEndpoint[]): Uses {
  return {
    sends: [...new Set(endpoints.flatMap(({ uses }) => uses.queue ?? []))],
    ...(endpoints.some(({ uses }) => uses.node) ? { node: true } : {}),
    ...(endpoints.some(({ uses }) => uses.states) ? { states: ['get'] } : {}),
  };
}

function getEdges(id: string, uses: Uses, functions: readonly FunctionSpec[]): string[] {
  const { raw = [], traces = [], states = [], parts = [], files = [], accessLogs = [], sends = [] } = uses;
  const objects = [...parts, ...files];
  return [
    ...(uses.node ? [`Node --> ${id}`] : []),
    ...(uses.pChainNode ? [`PNode --> ${id}`] : []),
    ...edge(id, 'Raw', { reads: raw.includes('get'), writes: raw.includes('put') }),
    ...edge(id, 'Traces', { reads: traces.includes('get'), writes: traces.includes('put') }),
    ...edge(id, 'States', { reads: states.includes('get'), writes: states.includes('put') }),
    ...edge(id, 'Files', { reads: objects.includes('get'), writes: objects.includes('put') }),
    ...edge(id, 'AccessLog', { reads: accessLogs.includes('get'), writes: false }),
    ...(uses.startsExports ? [`${id} --> Steps`] : []),
    ...(uses.bus ? [`${id} --> Bus`] : []),
    ...sends.flatMap((name) =>
      functions.filter(({ queue }) => queue?.name === name).map((to) => `${id} --> ${getQueue(to)}`),
    ),
  ];
}

const tableEdge = (id: string, users: readonly { readonly uses: Pick<Uses, 'reads' | 'writes'> }[]): string[] =>
  edge(id, 'Table', {
    reads: users.some(({ uses }) => uses.reads?.length),
    writes: users.some(({ uses }) => uses.writes?.length),
  });

function edge(id: string, place: string, { reads, writes }: { reads: boolean; writes: boolean }): string[] {
  if (reads && writes) return [`${place} <--> ${id}`];
  if (writes) return [`${id} --> ${place}`];
  return reads ? [`${place} --> ${id}`] : [];
}

/** The diagram's first word. A page has at most one of each. */
type Kind = 'flowchart' | 'stateDiagram';
const getFence = (kind: Kind) => new RegExp(`(?<=\`\`\`mermaid\\n)${kind}[^\`]*(?=\`\`\`)`);

export const pictureIn = (page: string, kind: Kind): string | undefined => getFence(kind).exec(page)?.[0].trimEnd();

export const withPicture = (page: string, kind: Kind, drawn: string): string =>
  page.replace(getFence(kind), () => `${drawn}\n`);
