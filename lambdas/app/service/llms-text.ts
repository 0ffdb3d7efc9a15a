import { llmsText } from '../contract/service';
import { implement } from './implement';
import { builtText } from './shared/built-text';

export const handler = implement(llmsText, async () => builtText('llms.txt'));
