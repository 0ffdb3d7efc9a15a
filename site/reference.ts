import { storedKey } from './shared/stored-key';

interface Viewer {
  preauthorizeApiKey(scheme: string, key: string): void;
}
declare const SwaggerUIBundle: (options: {
  readonly url: string;
  readonly dom_id: string;
  readonly deepLinking: boolean;
  readonly defaultModelsExpandDepth: number;
  readonly onComplete: () => void;
}) => Viewer;

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = (): boolean => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColours();
dark.addEventListener('change', followColours);

const viewer = SwaggerUIBundle({
  // Absolute, because the document's server URLs are relative to where it was loaded from.
  url: new URL('v1/openapi.json', document.baseURI).href,
  dom_id: '#main',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  onComplete: () => {
    const key = storedKey();
    if (key !== '') viewer.preauthorizeApiKey('apiKey', key);
  },
});
