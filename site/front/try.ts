import { type ApiResponse, get, getMessage, toUrl } from '../shared/api';
import { announce, byId, cloneTemplate, makeScrollable, show } from '../shared/dom';
import { type Call, toCurl } from './calls';

const MAX_SHOWN = 50_000;
const COPIED_MS = 1_500;

type Card = ReturnType<typeof cloneTemplate>;
interface Shown {
  readonly card: Card;
  call: Call;
  /** The run whose response will be shown. */
  run: object | undefined;
}

/** The returned function takes the same number and order of calls each time. */
export function createCalls(toKey: () => string): (calls: readonly Call[]) => void {
  const list = byId('calls', HTMLElement);
  const all: Shown[] = [];
  const toCommand = (call: Call): string => toCurl(call, toUrl(call.path), toKey());

  const add = (call: Call): Shown => {
    const shown: Shown = { card: cloneTemplate('call-template'), call, run: undefined };
    const { element, field } = shown.card;
    field('copy').addEventListener('click', () => copy(shown.card, toCommand(shown.call)));
    field('run').addEventListener('click', () => run(shown, toKey()));
    field('answer').hidden = true;
    list.append(element);
    return shown;
  };

  return (calls) => {
    for (const [position, call] of calls.entries()) {
      const shown = all[position] ?? add(call);
      all[position] = shown;
      if (shown.call.path !== call.path) clearAnswer(shown);
      shown.call = call;
      showCall(shown, toCommand(call));
    }
  };
}

function showCall({ card: { field }, call: { title, note, missing, method } }: Shown, command: string): void {
  show(field('title'), title);
  show(field('note'), missing ?? note);
  show(field('curl'), command);
  makeScrollable(field('curl'), `Command: ${title}`);
  field('copy').setAttribute('aria-label', `Copy: ${title}`);
  const button = field('run', HTMLButtonElement);
  button.hidden = method !== 'GET';
  button.disabled = missing !== undefined;
  button.setAttribute('aria-label', `Run: ${title}`);
}

/** It would pass for the answer to the call that is shown now. */
function clearAnswer(shown: Shown): void {
  const { field } = shown.card;
  shown.run = undefined;
  field('run').ariaDisabled = null;
  field('answer').hidden = true;
}

async function run(shown: Shown, key: string): Promise<void> {
  const { field } = shown.card;
  const { title, path } = shown.call;
  // A button that is disabled would lose the focus.
  if (shown.run) return;
  const own = {};
  shown.run = own;
  field('run').ariaDisabled = 'true';
  field('answer').hidden = false;
  show(field('outcome'), 'Loading…');
  const answer = await get(path, key);
  if (shown.run !== own) return;
  shown.run = undefined;
  field('run').ariaDisabled = null;
  show(field('outcome'), getOutcome(answer));
  show(field('body'), answer && toText(answer));
  makeScrollable(field('body'), `Response: ${title}`);
}

function getOutcome(answer: ApiResponse | undefined): string {
  if (!answer) return 'The API is not responding.';
  const { status, statusText, ms, retryAfter } = answer;
  const line = `${statusText} in ${ms} ms`;
  if (status !== 429) return line;
  return `${line}: ${getMessage(answer) ?? 'too many requests'}; try again in ${retryAfter ?? 1} s`;
}

function toText({ body }: ApiResponse): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… (${text.length - MAX_SHOWN} more characters)` : text;
}

async function copy({ field }: Card, text: string): Promise<void> {
  const button = field('copy');
  // Clipboard access needs a secure context; otherwise select the command for manual copying.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!isCopied) getSelection()?.selectAllChildren(field('curl'));
  button.textContent = isCopied ? 'Copied' : 'Selected';
  announce(isCopied ? 'Copied.' : 'Selected. Copy it with the keyboard.');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_MS);
}
