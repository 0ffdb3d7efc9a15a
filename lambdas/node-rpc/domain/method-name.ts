import { quotedText } from '../../pchain/domain/json-rpc/go-quoting';

/**
 * What a node says of a method that it does not have, in its words. Go's names begin with a capital, which a node makes
 * of the first letter after the dot and shows in what it says. `own`: the service that it has.
 */
export function unknownMethod(method: string, own = 'platform'): string {
  const dot = method.indexOf('.');
  const [service, name] = dot < 0 ? ['', ''] : [method.slice(0, dot), method.slice(dot + 1)];
  const [first = ''] = name;
  if (dot >= 0 && /\p{Lu}/u.test(first)) return 'method must start with a non-uppercase letter';
  const capital = first.toUpperCase();
  // Go has one capital for a letter or none: ß stays.
  const shown = [...capital].length > 1 ? name : capital + name.slice(first.length);
  const exported = dot < 0 ? method : `${service}.${shown}`;
  if (exported.split('.').length !== 2) return `rpc: service/method request ill-formed: ${quotedText(exported)}`;
  return `rpc: can't find ${service === own ? 'method' : 'service'} ${quotedText(exported)}`;
}
