import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { functions } from '../lambdas/app/contract/functions';
import { endpoints } from '../lambdas/app/contract/registry';
import { Config } from '../lambdas/core/contract/config';
import { exportDefinition } from '../lib/export-definition';
import { createRpc } from '../lib/openrpc';
import { publicDocument } from '../lib/public-document';
import { alertRules } from './docs/alerts';
import { COST_COUNTS, type CostCounts, costPage } from './docs/cost';
import { grafanaDashboard } from './docs/grafana';
import { picture, withPicture } from './docs/picture';
import { statePicture } from './docs/state-picture';

const ARCHITECTURE = 'docs/architecture.md';

/** Tests fail if the committed files differ. */
function write({ release }: { release?: boolean }): void {
  const document = `${JSON.stringify(publicDocument(Config.parse({})), null, 2)}\n`;
  writeFileSync('docs/openapi.json', document);
  writeFileSync('docs/openrpc.json', `${JSON.stringify(createRpc([]), null, 2)}\n`);
  if (release) writeFileSync('docs/openapi.released.json', document);
  writeFileSync('docs/cost.md', costPage(JSON.parse(readFileSync(COST_COUNTS, 'utf8')) as CostCounts));
  writeFileSync('docs/grafana-dashboard.json', grafanaDashboard());
  writeFileSync('docs/prometheus-alerts.yml', alertRules());
  const page = withPicture(readFileSync(ARCHITECTURE, 'utf8'), 'flowchart', picture(functions, endpoints));
  writeFileSync(ARCHITECTURE, withPicture(page, 'stateDiagram', statePicture(exportDefinition({}))));
}

new Command('npm run docs --')
  .description(
    'Generate docs/openapi.json, docs/openrpc.json, docs/cost.md, the diagrams in docs/architecture.md, docs/grafana-dashboard.json and docs/prometheus-alerts.yml.',
  )
  .option('--release', 'also store docs/openapi.released.json, the baseline of the compatibility test')
  .addHelpText('after', '\nExamples:\n  npm run docs\n  npm run docs -- --release')
  .action(write)
  .parse();
