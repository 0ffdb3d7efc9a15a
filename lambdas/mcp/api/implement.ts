import { implementWith } from '../../core/http/implement';

export const implement = implementWith({});
