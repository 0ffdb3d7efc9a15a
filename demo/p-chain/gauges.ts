import type { Call } from './node-calls';
import type { Answer, Recording } from './recording';

/** Only in a node's metrics: our name, and the suffix of the metric's name. */
const GAUGES = { activeL1Validators: 'active_l1_validators', accruedValidatorFees: 'accrued_validator_fees' };

const KEY = 'metrics {}';

/** Decimal digits; an error if metrics are disabled. */
export async function getGauges(url: string): Promise<Call> {
  const response = await fetch(`${url}/ext/metrics`);
  const metrics = response.ok ? await response.text() : '';
  const found = Object.entries(GAUGES).map(([name, end]) => [name, gaugeIn(metrics, end)] as const);
  const answer: Answer = found.every(([, value]) => value !== undefined)
    ? { text: JSON.stringify(Object.fromEntries(found)) }
    : { error: '"no metrics"' };
  return { key: KEY, answer };
}

export function metricsText(recording: Recording, height: number): string {
  const answer = recording.at(KEY, height);
  const values = answer && 'text' in answer ? (JSON.parse(answer.text) as Record<string, string>) : {};
  return Object.entries(GAUGES)
    .flatMap(([name, end]) => (name in values ? [`avalanche_platformvm_${end}{chain="P"} ${values[name]}\n`] : []))
    .join('');
}

/** Metrics are floating-point numbers, exact up to 2^53. */
function gaugeIn(metrics: string, end: string): string | undefined {
  const [, value] = new RegExp(`^\\w*_${end}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics) ?? [];
  return value === undefined ? undefined : BigInt(Number(value)).toString();
}
