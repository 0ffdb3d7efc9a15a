import type { FeeStateFormat } from '../../core/contract/pchain-config';
import { CODE } from '../../pchain/contract/rpc-errors';
import { failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { getFields } from '../../pchain/domain/json-rpc/json-text';

const UINT64 = /^(0|[1-9]\d{0,19})$/;
const TIME = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"$/;

/** Works on JSON text, so that no digits are lost. */
export function feeStateIn(format: FeeStateFormat, outcome: RpcOutcome): RpcOutcome {
  if (!('result' in outcome)) return outcome;
  const fields = outcome.result.startsWith('{') ? getFields(outcome.result) : {};
  const { excess = '', price = '', timestamp = '' } = fields;
  if (!UINT64.test(excess) || !UINT64.test(price) || !TIME.test(timestamp))
    return failure(CODE.serverError, 'the node did not return a fee state: is it a P-Chain node with Etna activated?');
  const amount = (value: string, unit: string) => (format === 'node' ? value : `{"value":${value},"unit":"${unit}"}`);
  return {
    result: `{"excess":${amount(excess, 'gas')},"price":${amount(price, 'nAVAX/s')},"timestamp":${timestamp}}`,
  };
}
