import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { KEY_HEADER } from '../../lambdas/core/contract/config';
import { publicDocument } from '../public-document';
import type { GuideConfig } from './figures';
import { siteFiles } from './pages';
import { scriptIn } from './scripts';

/** Self-hosted so that pages load nothing from other sites. */
const VIEWER = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export function addSite(folder: string, config: GuideConfig): void {
  const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of VIEWER) copyFileSync(join(viewer, file), join(folder, 'docs', file));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(publicDocument(config)));
  const [keyHeader = KEY_HEADER] = config.keyHeaders;
  for (const [file, text] of Object.entries(siteFiles(config, (name) => scriptIn(folder, name))))
    writeFileSync(join(folder, file), text.replaceAll(KEY_HEADER, keyHeader));
}
