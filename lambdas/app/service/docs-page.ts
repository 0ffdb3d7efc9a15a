import { docsPage } from '../contract/service';
import { implement } from './implement';
import { builtText } from './shared/built-text';

export const handler = implement(docsPage, async () => builtText('docs-page.html'));
