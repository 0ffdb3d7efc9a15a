import { quotedText } from '../../pchain/domain/json-rpc/go-quoting';

/** As avalanchego (gorilla/rpc) words it: Go methods are exported, so it capitalizes the letter after the dot. */
export function unknownMethod(method: string, own = 'platform'): string {
  const dot = method.indexOf('.');
  const [service, name] = dot < 0 ? ['', ''] : [method.slice(0, dot), method.slice(dot + 1)];
  const [first = ''] = name;
  if (dot >= 0 && /\p{Lu}/u.test(first)) return 'method must start with a non-uppercase letter';
  const capital = first.toUpperCase();
  // Go maps a letter to a single upper-case letter or leaves it: ß stays.
  const shown = [...capital].length > 1 ? name : capital + name.slice(first.length);
  const exported = dot < 0 ? method : `${service}.${shown}`;
  if (exported.split('.').length !== 2) return `rpc: service/method request ill-formed: ${quotedText(exported)}`;
  return `rpc: can't find ${service === own ? 'method' : 'service'} ${quotedText(exported)}`;
}
