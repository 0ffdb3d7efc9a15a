import type { FeeStateFormat } from '../../core/contract/pchain-config';
import { CODE } from '../../pchain/contract/rpc-errors';
import { failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { getFields } from '../../pchain/domain/json-rpc/json-text';

/** An unsigned 64-bit number as JSON text. */
const UINT64 = /^(0|[1-9]\d{0,19})$/;
/** A time of RFC 3339 as JSON text. */
const TIME = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"$/;

/** The fee state of a node in the format that is asked for, with its digits as they are. */
export function feeStateIn(format: FeeStateFormat, outcome: RpcOutcome): RpcOutcome {
  if (!('result' in outcome)) return outcome;
  const fields = outcome.result.startsWith('{') ? getFields(outcome.result) : {};
  const { excess = '', price = '', timestamp = '' } = fields;
  if (!UINT64.test(excess) || !UINT64.test(price) || !TIME.test(timestamp))
    return failure(CODE.serverError, 'the node answers with no fee state: is it the node of a P-chain since Etna?');
  const amount = (value: string, unit: string) => (format === 'node' ? value : `{"value":${value},"unit":"${unit}"}`);
  return {
    result: `{"excess":${amount(excess, 'gas')},"price":${amount(price, 'nAVAX/s')},"timestamp":${timestamp}}`,
  };
}
