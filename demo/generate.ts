import type { Address, Hex } from 'viem';
import { getContractAddress } from 'viem/utils';
import { calls, creation } from './calls';
import { compileContracts } from './compile';
import { getAddress, seededRandom, zipf } from './random';
import { getResult, quantity, rpc, rpcBatch } from './rpc';

type Kind = 'native' | 'erc20' | 'failed' | 'created' | 'erc721' | 'erc1155' | 'internal';

export type GenerateOptions = {
  url: string;
  blocks: number;
  transactionsPerBlock: number;
  seed: number;
  /** Block interval in chain time, s (default 1). */
  secondsApart?: number;
  addresses?: number;
  evenRecipients?: boolean;
  tokens?: number;
  /** Senders of each ERC-20 token (default 1), funded in a block before `firstBlock`. */
  tokenSenders?: number;
  /** `mixed`: 55 % native, 35 % ERC-20, 5 % failed, 5 % created. `tokens`: ERC-20, 721, 1155, internal equally. */
  kind: 'native' | 'erc20' | 'mixed' | 'tokens';
  onProgress?: (blocksDone: number) => void;
};

export type Generated = {
  firstBlock: number;
  lastBlock: number;
  sent: Record<Kind, number>;
  /** `collectible` and `items` are deployed only for the kind `tokens`. */
  contracts: Record<'workshop' | 'token' | 'collectible' | 'items', Address>;
};

type Send = { from: Address; to?: Address; value?: Hex; data?: Hex; gas: Hex };

const TOKEN_SUPPLY = 10n ** 27n;
const ITEM_IDS = 1_000;
const SENDERS = Array.from({ length: 16 }, (_, n) => getAddress(`generator ${n}`));
const DEPLOYER = getAddress('generator deployer');
const contractAt = (nonce: number): Address => getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) });

/** Deterministic. Impersonation makes anvil twice as fast. @throws Error if the node rejects transactions. */
export async function generateChain(options: GenerateOptions): Promise<Generated> {
  const { url, transactionsPerBlock } = options;
  const automine = await rpc<boolean>(url, 'anvil_getAutomine');
  await rpc(url, 'evm_setAutomine', [false]);
  await rpc(url, 'anvil_setBlockTimestampInterval', [options.secondsApart ?? 1]);
  // The sum of the transactions' gas limits must fit into a block.
  await rpc(url, 'evm_setBlockGasLimit', [quantity(Math.max(30_000_000, transactionsPerBlock * 400_000))]);
  try {
    return await generate(options);
  } finally {
    await rpc(url, 'anvil_removeBlockTimestampInterval');
    await rpc(url, 'evm_setAutomine', [automine]);
  }
}

async function generate(options: GenerateOptions): Promise<Generated> {
  const { url, blocks, transactionsPerBlock, onProgress } = options;
  const draw = await drawer(options);
  const sender = await nonceKeeper(url, [...SENDERS, DEPLOYER]);
  if (options.kind !== 'native') await deploy(options, sender);
  if (options.tokenSenders) await fundSenders(options, sender);

  const firstBlock = (await getHead(url)) + 1;
  const sent: Record<Kind, number> = { native: 0, erc20: 0, failed: 0, created: 0, erc721: 0, erc1155: 0, internal: 0 };
  for (let done = 0; done < blocks; done++) {
    const block = Array.from({ length: transactionsPerBlock }, draw);
    for (const { kind } of block) sent[kind]++;
    const sends = block.map(({ send }) => sender(send));
    await mineBlock(url, sends);
    onProgress?.(done + 1);
  }
  await checkCounts(options, firstBlock);
  return { firstBlock, lastBlock: firstBlock + blocks - 1, sent, contracts: getAddresses(options) };
}

/** By the deployer's nonce: the workshop, the tokens, then the collections. */
function getAddresses({ tokens = 50 }: GenerateOptions): Generated['contracts'] {
  const [workshop, token] = [contractAt(0), contractAt(1)];
  return { workshop, token, collectible: contractAt(tokens + 1), items: contractAt(tokens + 2) };
}

async function drawer(options: GenerateOptions) {
  const { seed, addresses = 10_000, tokens = 50, tokenSenders = 0, kind } = options;
  const { workshop, collectible, items } = getAddresses(options);
  const random = seededRandom(seed);
  const crate = (await compileContracts()).Crate;
  const people = Array.from({ length: addresses }, (_, n) => getAddress(`address ${n}`));
  const one = (count: number): number => Math.floor(random() * count);
  const person = options.evenRecipients ? () => one(addresses) : zipf(random, addresses);
  const token = zipf(random, tokens);
  const recipient = (): Address => people[person()] ?? DEPLOYER;
  const from = (): Address => SENDERS[one(SENDERS.length)] ?? DEPLOYER;

  const make: Record<Kind, () => Send> = {
    native: () => ({ from: from(), to: recipient(), value: quantity(1_000_000_000_000), gas: quantity(21_000) }),
    erc20: () => {
      const number = token();
      const data = calls.transferTokens(recipient(), 1000n);
      const sender = tokenSenders > 0 ? (SENDERS[one(tokenSenders)] ?? DEPLOYER) : getHolder(number);
      return { from: sender, to: contractAt(1 + number), data, gas: quantity(100_000) };
    },
    failed: () => ({ from: from(), to: workshop, data: calls.fail(1n), gas: quantity(100_000) }),
    created: () => ({ from: from(), data: creation(crate, 1n), gas: quantity(300_000) }),
    erc721: () => ({ from: from(), to: collectible, data: calls.mintCollectible(recipient()), gas: quantity(200_000) }),
    erc1155: () => {
      const data = calls.mintItems(recipient(), [BigInt(1 + one(ITEM_IDS))], [1n]);
      return { from: from(), to: items, data, gas: quantity(200_000) };
    },
    internal: () => ({ from: from(), to: workshop, value: quantity(1), data: calls.build(), gas: quantity(300_000) }),
  };
  const getKind = (): Kind => {
    if (kind === 'native' || kind === 'erc20') return kind;
    const part = random();
    if (kind === 'tokens')
      return (['erc20', 'erc721', 'erc1155', 'internal'] as const)[Math.floor(part * 4)] ?? 'erc20';
    if (part < 0.55) return 'native';
    return part < 0.9 ? 'erc20' : part < 0.95 ? 'failed' : 'created';
  };
  return (): { kind: Kind; send: Send } => {
    const drawn = getKind();
    return { kind: drawn, send: make[drawn]() };
  };
}

/** Holds a token's whole supply, so that transfers need no prior mint. */
function getHolder(token: number): Address {
  return SENDERS[token % SENDERS.length] ?? DEPLOYER;
}

/** Funds the accounts. The returned function adds the next nonce and a sufficient gas price. */
async function nonceKeeper(url: string, accounts: readonly Address[]) {
  const nonces = new Map<Address, number>();
  for (const account of accounts) {
    await rpc(url, 'anvil_impersonateAccount', [account]);
    await rpc(url, 'anvil_setBalance', [account, quantity(10n ** 27n)]);
    nonces.set(account, Number(await rpc<string>(url, 'eth_getTransactionCount', [account, 'latest'])));
  }
  return (send: Send) => {
    const nonce = nonces.get(send.from) ?? 0;
    nonces.set(send.from, nonce + 1);
    return { ...send, nonce: quantity(nonce), gasPrice: quantity(100_000_000_000) };
  };
}

type Sender = Awaited<ReturnType<typeof nonceKeeper>>;

/** In nonce order; existing contracts are reused. */
async function deploy({ url, tokens = 50, kind }: GenerateOptions, sender: Sender): Promise<void> {
  const { Workshop, Token, Collectible, Items } = await compileContracts();
  const deployed = Number(await rpc<string>(url, 'eth_getTransactionCount', [DEPLOYER, 'latest']));
  const token = (_: unknown, n: number): Hex => creation(Token, `Token ${n}`, `TK${n}`, 18, getHolder(n), TOKEN_SUPPLY);
  const collections = kind === 'tokens' ? [creation(Collectible), creation(Items)] : [];
  const all = [creation(Workshop), ...Array.from({ length: tokens }, token), ...collections];
  for (const data of all.slice(deployed))
    await mineBlock(url, [sender({ from: DEPLOYER, data, gas: quantity(3_000_000) })]);
}

async function fundSenders({ url, tokens = 50, tokenSenders = 1 }: GenerateOptions, sender: Sender): Promise<void> {
  const part = TOKEN_SUPPLY / BigInt(tokenSenders + 1);
  const sends = Array.from({ length: tokens }, (_, token) =>
    SENDERS.slice(0, tokenSenders).map((to) => {
      const data = calls.transferTokens(to, part);
      return sender({ from: getHolder(token), to: contractAt(1 + token), data, gas: quantity(100_000) });
    }),
  );
  await mineBlock(url, sends.flat());
}

async function mineBlock(url: string, sends: readonly object[]): Promise<void> {
  const answers = await rpcBatch(
    url,
    sends.map((send) => ['eth_sendTransaction', [send]]),
  );
  for (const answer of answers) getResult('eth_sendTransaction', answer);
  await rpc(url, 'evm_mine');
}

async function getHead(url: string): Promise<number> {
  return Number(await rpc<string>(url, 'eth_blockNumber'));
}

async function checkCounts({ url, blocks, transactionsPerBlock }: GenerateOptions, first: number): Promise<void> {
  for (let from = first; from < first + blocks; from += 500) {
    const numbers = Array.from({ length: Math.min(500, first + blocks - from) }, (_, n) => quantity(from + n));
    const answers = await rpcBatch(
      url,
      numbers.map((number) => ['eth_getBlockTransactionCountByNumber', [number]]),
    );
    for (const [index, answer] of answers.entries()) {
      const count = Number(getResult<string>('eth_getBlockTransactionCountByNumber', answer));
      if (count !== transactionsPerBlock) throw new Error(`Block ${from + index} holds ${count} transactions.`);
    }
  }
}
