import { readFileSync } from 'node:fs';
import { docsFile } from '../../contract/endpoints/service';
import { notFound } from '../../contract/errors';
import { implement } from '../../http/implement';

/** The viewer's files, which the build puts beside the bundle: nothing is loaded from other sites. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const START = `SwaggerUIBundle({ url: 'v1/openapi.json', dom_id: '#docs', deepLinking: true, defaultModelsExpandDepth: 0 });\n`;

export const handler = implement(docsFile, async ({ params: { file } }) => {
  if (file === 'start.js') return START;
  if (!FILES.includes(file)) throw notFound(`the documentation file ${file}`);
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
});
