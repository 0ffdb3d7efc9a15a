import * as z from 'zod';
import type { AddressMetadata } from '../lambdas/evm/contract/address-metadata';
import { ResourceLink } from '../lambdas/evm/contract/schemas/contracts';

type Fields = Readonly<Record<string, unknown>>;

const Text = z.string().trim().min(1).max(2_000);
export const Link = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
const Definition = z.object({ name: Text });
const LINK_TYPES = ResourceLink.shape.type.options;

/** Drops extensions that responses have no fields for. One named after a link type, such as `twitter`, is a link. */
export function listedMetadata(
  { tags, extensions }: { readonly tags: readonly unknown[]; readonly extensions: Fields },
  definitions: Fields,
): AddressMetadata {
  const names = tags.flatMap(
    (id) => Definition.safeParse(definitions[String(id)]).data?.name ?? Text.safeParse(id).data ?? [],
  );
  const links = Object.entries(extensions).flatMap(([name, value]) => {
    const type = LINK_TYPES.find((one) => one.toLowerCase() === name.toLowerCase());
    const url = Link.safeParse(value).data;
    return type && url ? [{ type, url }] : [];
  });
  const officialSite = links.find(({ type }) => type === 'Website')?.url;
  const description = Text.safeParse(extensions.description).data;
  const coingeckoCoinId = Text.safeParse(extensions.coingeckoId).data;
  return {
    ...(description ? { description } : {}),
    ...(officialSite ? { officialSite } : {}),
    ...(links.length > 0 ? { resourceLinks: links } : {}),
    ...(names.length > 0 ? { tags: names } : {}),
    ...(coingeckoCoinId ? { pricingProviders: { coingeckoCoinId } } : {}),
  };
}
