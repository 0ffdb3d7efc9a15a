import type { DueValidator } from '../../../chain/contract/events';
import { DUE_SUB_EVENTS } from './names';

type Due = Pick<DueValidator, 'kind' | 'id' | 'nodeId' | 'subnetId' | 'end'>;

/** Carries everything its content needs, because what is due depends on the clock and is not in any block. */
export const dueSubEvent = ({ kind, id, end, nodeId, subnetId }: Due, days: number): string =>
  [DUE_SUB_EVENTS[kind], id, days, end, nodeId, subnetId].join(' ');

/** undefined for other sub-events. */
export function readDueSubEvent(text: string): (Due & { readonly days: number }) | undefined {
  const [name, id, days, end, nodeId, subnetId] = text.split(' ');
  const kind = (Object.keys(DUE_SUB_EVENTS) as Due['kind'][]).find((one) => DUE_SUB_EVENTS[one] === name);
  if (!kind || !id || !nodeId || !subnetId) return undefined;
  return { kind, id, days: Number(days), end: Number(end), nodeId, subnetId };
}
