import * as z from 'zod';
import type { AddressMetadata, AddressMetadataOfChain } from '../lambdas/evm/contract/address-metadata';
import { ResourceLink } from '../lambdas/evm/contract/schemas/contracts';
import type { TokenLists } from '../lambdas/evm/contract/token-lists';
import { ImageUri, ListedAddress, readJson, wrongFile } from './list-file';
import { Link } from './listed-metadata';

const FILE = { what: 'address metadata', setting: 'addressMetadata' };

const text = (max: number) => z.string().min(1).max(max);
const Image = z.strictObject({ assetId: text(128).optional(), imageUri: ImageUri.min(1) });
const Metadata = {
  name: text(128),
  description: text(2_000),
  officialSite: Link,
  email: z.email(),
  logoAsset: Image,
  bannerAsset: Image,
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #e84142'),
  resourceLinks: z.array(z.strictObject({ type: ResourceLink.shape.type, url: Link })).max(20),
  tags: z.array(text(64)).max(20),
  pricingProviders: z.strictObject({ coingeckoCoinId: text(128) }),
} satisfies Record<keyof AddressMetadata, z.ZodType>;
const File = z.strictObject({
  addresses: z.array(
    z.strictObject({ chainId: z.int().positive(), address: ListedAddress, ...z.object(Metadata).partial().shape }),
  ),
});

/** Earlier files win field by field, and all files over token lists. Throws one error with all mistakes of a file. */
export function addressMetadataFor(
  chains: readonly { readonly chainId: string }[],
  files: readonly string[],
  lists: TokenLists,
): Readonly<Record<string, AddressMetadataOfChain>> {
  const operators = files.flatMap(read);
  return Object.fromEntries(
    chains.map(({ chainId }) => {
      const found: Record<string, AddressMetadata> = {};
      for (const { address, logoUri, metadata } of lists[chainId] ?? [])
        if (logoUri || metadata)
          found[address] = { ...(logoUri ? { logoAsset: { imageUri: logoUri } } : {}), ...metadata };
      for (const entry of operators.toReversed()) {
        if (String(entry.chainId) !== chainId) continue;
        const { chainId: _, address, ...metadata } = entry;
        found[address.toLowerCase()] = { ...found[address.toLowerCase()], ...metadata };
      }
      return [chainId, found];
    }),
  );
}

function read(file: string): z.infer<typeof File>['addresses'] {
  const result = File.safeParse(readJson(FILE, file));
  if (!result.success) throw wrongFile(FILE, file, result.error.issues);
  const { addresses } = result.data;
  const seen = new Set<string>();
  const issues = addresses.flatMap(({ chainId, address }, i) => {
    const name = `${chainId} ${address.toLowerCase()}`;
    const isSeen = seen.has(name);
    seen.add(name);
    return isSeen ? [{ path: ['addresses', i, 'address'], message: 'duplicate address' }] : [];
  });
  if (issues.length > 0) throw wrongFile(FILE, file, issues);
  return addresses;
}
