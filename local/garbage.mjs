// Plain JavaScript, as function threads start without a loader.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

// `last-resort` also returns pages to the OS. On the command line, `--expose-gc` would invalidate the code cache of
// Node's modules. If another thread has just reset the flag, nothing is collected until the next call.
export function collectGarbage() {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
