import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '../../core/contract/errors';
import { docsFile } from '../contract/service';
import { implement } from './implement';

/** Plain names only: no path can leave the folder. */
const NAME = /^[a-z][a-z0-9-]*(\.[a-z]+)?$/;

export const handler = implement(docsFile, async ({ params: { file } }) => {
  const path = new URL(`./docs/${NAME.test(file) ? file : ''}`, import.meta.url);
  if (path.pathname.endsWith('/') || !existsSync(path)) throw notFound(`the documentation file ${file}`);
  return readFileSync(path, 'utf8');
});
