import { createLogLines } from '../../../local/prometheus/log-lines';
import { createMetrics } from '../../../local/prometheus/metrics';

/** For functions that are not scraped. */
export function unreadMetrics() {
  const metrics = createMetrics();
  return { metrics, lines: createLogLines(metrics, []) };
}
