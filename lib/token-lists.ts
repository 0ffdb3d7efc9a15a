import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { ListedToken, TokenLists } from '../lambdas/evm/contract/token-lists';
import { ImageUri, ListedAddress, readJson, wrongFile } from './list-file';
import { listedMetadata } from './listed-metadata';

/** npm packages, paths relative to their main file. Permissive licenses only: they become part of the deployment. */
const PACKAGED: readonly (readonly [name: string, path: string])[] = [
  // MIT. Covers the C-Chain's wrapped and staked coin, bridged dollars, BTC.b and lending tokens.
  ['@aave-dao/aave-address-book', '../tokenlist.json'],
];
const FILE = { what: 'token list', setting: 'tokenLists' };

const Loose = z.record(z.string(), z.unknown()).catch({});
/** The format of tokenlists.org, reduced to the fields that we read. */
const List = z.object({
  name: z.string().min(1),
  tags: Loose.default({}),
  tokens: z.array(z.looseObject({ chainId: z.int() })),
});
/** Validated only for configured chains: lists also contain tokens with other address formats. */
const Token = z.object({
  address: ListedAddress,
  name: z.string().min(1),
  symbol: z.string().min(1),
  decimals: z.int().min(0).max(255),
  logoURI: ImageUri.optional(),
  // Extensions of the standard are parsed leniently.
  tags: z.array(z.unknown()).catch([]).default([]),
  extensions: Loose.default({}),
});

/** Earlier lists win, the operator's over the packaged ones. Throws one error with all mistakes of a file. */
export function tokenListsFor(
  chains: readonly { readonly chainId: string }[],
  files: readonly string[] = [],
): TokenLists {
  const tokens = Object.fromEntries(chains.map(({ chainId }) => [chainId, new Map<string, ListedToken>()]));
  for (const file of [...files, ...PACKAGED.map(packaged)]) {
    for (const [chainId, token] of read(file, tokens)) {
      const known = tokens[chainId];
      if (known && !known.has(token.address)) known.set(token.address, token);
    }
  }
  return Object.fromEntries(Object.entries(tokens).map(([chainId, known]) => [chainId, [...known.values()]]));
}

function read(file: string, wanted: Readonly<Record<string, unknown>>): [chainId: string, token: ListedToken][] {
  const list = List.safeParse(readJson(FILE, file));
  if (!list.success) throw wrongFile(FILE, file, list.error.issues);
  const { name: listName, tokens, tags: definitions } = list.data;
  const entries = tokens.flatMap((token, index) => {
    const chainId = String(token.chainId);
    return chainId in wanted ? [{ chainId, index, result: Token.safeParse(token) }] : [];
  });
  const issues = entries.flatMap(({ index, result }) =>
    (result.error?.issues ?? []).map(({ path, message }) => ({ path: ['tokens', index, ...path], message })),
  );
  if (issues.length > 0) throw wrongFile(FILE, file, issues);
  return entries.flatMap(({ chainId, result: { data } }) => {
    if (!data) return [];
    const { address, name, symbol, decimals, logoURI, ...more } = data;
    const metadata = listedMetadata(more, definitions);
    const token: ListedToken = {
      address: address.toLowerCase(),
      name,
      symbol,
      decimals,
      ...(logoURI ? { logoUri: logoURI } : {}),
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      list: listName,
    };
    return [[chainId, token]];
  });
}

function packaged([name, path]: readonly [name: string, path: string]): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), path);
  } catch {
    throw new Error(`package ${name} is missing: run npm ci`);
  }
}
