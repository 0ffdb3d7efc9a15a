import { toLiteral } from './key';
import { entities } from './schema';

/** The partition keys of an entity, the table's and its indexes', as templates. */
const getTemplates = ({ pk, gsi1, gsi2, gsi3 }: Entity): string[] =>
  [pk, ...[gsi1, gsi2, gsi3].map((index) => index?.[0])].filter((template) => template !== undefined);
interface Entity extends Partial<Readonly<Record<'gsi1' | 'gsi2' | 'gsi3', readonly [pk: string, sk: string]>>> {
  readonly pk: string;
}

/** Placeholders with few values, so that all blocks of a chain or a network have the same key. */
const FEW = new Set(['chain', 'network']);
const isShared = (template: string): boolean =>
  [...template.matchAll(/\{(\w+)/g)].every(([, name]) => FEW.has(String(name)));

const LITERALS: ReadonlySet<string> = new Set(
  Object.values<Entity>(entities).flatMap(getTemplates).filter(isShared).map(toLiteral),
);

/** Whether a partition key of the table or an index belongs to a whole chain or network: DynamoDB limits each. */
export const isSharedPartition = (partition: string): boolean =>
  LITERALS.has(partition.slice(0, partition.indexOf('#') + 1));
