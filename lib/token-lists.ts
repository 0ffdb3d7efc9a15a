import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isAddress } from 'viem';
import * as z from 'zod';
import type { ListedToken, TokenLists } from '../lambdas/contract/token-lists';

/**
 * Published lists that npm packages contain: the package, and the list's path from the folder of its main file. Only
 * lists under permissive licences, because they become part of the deployment; operators name others in `tokenLists`.
 */
const PACKAGED: readonly (readonly [name: string, path: string])[] = [
  // MIT. It lists the C-chain's wrapped and staked coin, bridged dollars, BTC.b and lending tokens.
  ['@aave-dao/aave-address-book', '../tokenlist.json'],
];

/** A list in the format of tokenlists.org: only the fields that we read. */
const List = z.object({ name: z.string().min(1), tokens: z.array(z.looseObject({ chainId: z.int() })) });
/** Checked only for the configured chains: lists also contain tokens of chains with other address formats. */
const Token = z.object({
  // A wrong checksum is a typing error, and would mark another contract as benign.
  address: z.string().refine((address) => isAddress(address), 'is no address, or its checksum (EIP-55) is wrong'),
  name: z.string().min(1),
  symbol: z.string().min(1),
  decimals: z.int().min(0).max(255),
  logoURI: z
    .string()
    .regex(/^(?:(?:https?|ipfs):\/\/.*)?$/, 'must be an http(s) or ipfs URI')
    .optional(),
});

/**
 * The tokens of these chains in the operator's files and the packaged lists; if several list the same address, the
 * operator's file wins. Throws a one-sentence error with every mistake if a file cannot be read or is not a token list.
 */
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
  const list = List.safeParse(json(file));
  if (!list.success) throw wrong(file, list.error.issues);
  const { name, tokens } = list.data;
  const entries = tokens.flatMap((token, index) => {
    const chainId = String(token.chainId);
    return chainId in wanted ? [{ chainId, index, result: Token.safeParse(token) }] : [];
  });
  const issues = entries.flatMap(({ index, result }) =>
    (result.error?.issues ?? []).map(({ path, message }) => ({ path: ['tokens', index, ...path], message })),
  );
  if (issues.length > 0) throw wrong(file, issues);
  return entries.flatMap(({ chainId, result: { data } }) => {
    if (!data) return [];
    const { logoURI, address, ...token } = data;
    return [
      [chainId, { ...token, address: address.toLowerCase(), ...(logoURI ? { logoUri: logoURI } : {}), list: name }],
    ];
  });
}

function json(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the token list ${file} cannot be read: give the path of a JSON file in \`tokenLists\``);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the token list ${file} is not JSON: ${(error as Error).message}`);
  }
}

function wrong(
  file: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Error {
  const shown = issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  const more = issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [];
  return new Error(`the token list ${file} is wrong: ${[...shown, ...more].join('; ')}`);
}

function packaged([name, path]: readonly [name: string, path: string]): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), path);
  } catch {
    throw new Error(`the package ${name} is missing: run npm ci`);
  }
}
