import { toLiteral } from './key';
import { entities } from './schema';

const getTemplates = ({ pk, gsi1, gsi2, gsi3 }: Entity): string[] =>
  [pk, ...[gsi1, gsi2, gsi3].map((index) => index?.[0])].filter((template) => template !== undefined);
interface Entity extends Partial<Readonly<Record<'gsi1' | 'gsi2' | 'gsi3', readonly [pk: string, sk: string]>>> {
  readonly pk: string;
}

/** So few values that all blocks of a chain or a network share the key. */
const FEW = new Set(['chain', 'network']);
const isShared = (template: string): boolean =>
  [...template.matchAll(/\{(\w+)/g)].every(([, name]) => FEW.has(String(name)));

const LITERALS: ReadonlySet<string> = new Set(
  Object.values<Entity>(entities).flatMap(getTemplates).filter(isShared).map(toLiteral),
);

/** DynamoDB limits the throughput of each key. */
export const isSharedPartition = (partition: string): boolean =>
  LITERALS.has(partition.slice(0, partition.indexOf('#') + 1));
