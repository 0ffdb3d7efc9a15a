import { fold } from './confusables';

/** Suspicious in a ticker; a name may be the project's site (Crypto.com Coin). */
const COMMON_ENDINGS =
  'com|org|net|io|xyz|app|info|biz|site|online|website|top|club|vip|live|icu|cc|co|me|ru|cn|pro|shop|store|click|' +
  'lol|gift|gifts|claims|events|promo|space|page|dev|pw|cyou|cfd|sbs|link|to|us|ly';
/** They never start a sentence: `Freedom. Jobs` and `AI . ME` are not sites. */
const UNMISTAKABLE = 'com|org|net|io|xyz|app|website';
/** In names of crypto projects: yearn.finance, Curve.fi, Pump.fun. */
const PROJECT_ENDINGS =
  'finance|fi|fun|ai|gg|exchange|money|market|markets|network|tech|farm|games|game|world|art|fund|cash|im|bet|' +
  'house|land|trade|tools|zone|digital|social|today|win|bid|eco|so|sh';

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const domain = (endings: string) =>
  new RegExp(`(?<![a-z0-9@.-])(?:${LABEL}\\.)+(?:${endings})(?![a-z0-9-]|\\.[a-z0-9])`, 'i');
const COMMON = domain(COMMON_ENDINGS);
const ANY = domain(`${COMMON_ENDINGS}|${PROJECT_ENDINGS}`);
const SCHEME = /\b(?:https?|hxxps?)\s?:\s?\/\S*|\bwww\d?\s?\.\s?[a-z0-9-]+\S*/i;
const INVITATION = /\b(?:t\.me|bit\.ly|tinyurl\.com|discord\.gg|x\.com|twitter\.com|linktr\.ee)\/\S+/i;
// Lower-case paths only: `ETH.fi/WETH` lists two tokens.
const PATH = new RegExp(
  `(?<![a-z0-9@.-])(?:${LABEL}\\.)+(?:${COMMON_ENDINGS}|${PROJECT_ENDINGS})/([@+]?[\\w-]{3,})`,
  'i',
);

const CLAIM = 'c[li1|][a4@][il1|!]m(?:s|ed|ing|able)?'; // cIaim, c1aim, a1rdrop, v1sit
const AIRDROP = 'a[il1|!]r\\s?-?dr[o0]ps?';
const VISIT = 'v[il1|!]s[il1|!]t';
const VOUCHER = 'v[o0]uchers?';
const REWARD = 'r[e3]w[a4@]rds?|b[o0]nus|prizes?|giv[e3]\\s?-?aways?';
/** Excludes `$1INCH`, a symbol, and `$ 1-3 Month`, a term. */
const MONEY = '[$€£]\\s?\\d[\\d.,]*[km]?(?![\\w-])|\\b\\d[\\d.,]*\\s?[km]?\\s?(?:\\$|usd[tce]?\\b|dollars?\\b)';
const COINS = '\\b\\d[\\d.,]*\\s?(?:eth|steth|weth|btc|wbtc|bnb|avax|sol|matic|pol|arb|op|dai|uni)\\b';

const words = (...patterns: string[]) => patterns.map((pattern) => new RegExp(pattern, 'i'));
/** These turn a site name in the same text into an advertisement. */
const LURES = words(
  `\\b(?:${CLAIM}|${AIRDROP}|${VISIT}|${VOUCHER}|redeem|giv[e3]\\s?-?away)\\b`,
  `\\b(?:at|go to)\\s+${ANY.source}`,
);
/** Projects use these too (Beefy.finance Reward): bait only next to a common ending. */
const MILD_LURES = words(`\\b(?:${REWARD})\\b`, MONEY, COINS);
const LURE_IN_LABEL = /(?<!re)claim|airdrop|reward|giveaway|voucher|bonus/i;
const BAIT = words(
  `\\b(?:${CLAIM}|redeem)\\b\\W{1,3}(?:(?:at|here|now|your?|ur|free|before|until|within|today|${REWARD}|${VOUCHER}|${AIRDROP})\\b|${MONEY})`,
  `\\b(?:${VISIT}|go to|access)\\b.{1,40}?\\b(?:to|and|for)\\b.{0,10}?\\b(?:${CLAIM}|redeem|get|receive|withdraw|swap|collect|mint|unlock|${REWARD})\\b`,
  `\\b(?:${VISIT}\\s+(?:(?:the|our|this)\\s+)?(?:web)?(?:site|page|link|url)|click\\s+(?:here|link|the\\s+link))\\b`,
  `\\byour\\s+(?:\\w+\\s+)?(?:${REWARD}|${VOUCHER}|${AIRDROP})\\b`,
  ...[`${REWARD}|${VOUCHER}|${AIRDROP}|${CLAIM}|winner`].flatMap((gift) => [
    `\\b(?:${gift})\\b.*?(?:${MONEY})`,
    `(?:${MONEY}).*?\\b(?:${gift})\\b`,
  ]),
  ...[`${VOUCHER}|${AIRDROP}|${CLAIM}`].flatMap((gift) => [
    `\\b(?:${gift})\\b.*?(?:${COINS})`,
    `(?:${COINS}).*?\\b(?:${gift})\\b`,
  ]),
);

/**
 * A plain site name does not count in the *name*: legitimate tokens use theirs. It counts in the
 * symbol, in disguise (another script, spaces, `(dot)`), with a path or scheme, or next to a lure.
 */
export function linkIn({ name = '', symbol = '' }: { name?: string; symbol?: string }): string | undefined {
  for (const text of [symbol, name]) {
    const read = opened(text);
    const link = (SCHEME.exec(read) ?? INVITATION.exec(read))?.[0] ?? pathIn(read);
    if (link) return link;
    const common = COMMON.exec(read)?.[0];
    if (common && (text === symbol || !text.toLowerCase().includes(common.toLowerCase()))) return common;
    const site = ANY.exec(read)?.[0];
    if (site && (LURE_IN_LABEL.test(site) || LURES.some((lure) => lure.test(read)))) return site;
    if (common && MILD_LURES.some((lure) => lure.test(read))) return common;
  }
  return undefined;
}

export function baitIn(text: string): string | undefined {
  const read = opened(text);
  for (const bait of BAIT) {
    const found = bait.exec(read);
    if (found) return found[0];
  }
  return undefined;
}

function pathIn(read: string): string | undefined {
  const [link, path] = PATH.exec(read) ?? [];
  return path !== undefined && path === path.toLowerCase() ? link : undefined;
}

/** Undoes obfuscation: other scripts, `[.]`, `(dot)`, spaced letters and dots. */
function opened(text: string): string {
  return fold(text)
    .replace(/\b(\w) (?=\w\b)/g, '$1')
    .replace(/\s*[[({<]\s*(?:\.|dot)\s*[\])}>]\s*/gi, '.')
    .replace(/\s+dot\s+(?=(?:com|org|xyz)\b)/gi, '.')
    .replace(new RegExp(`(?<=[a-z0-9])\\s+\\.\\s*(?=(?:${UNMISTAKABLE})\\b)`, 'gi'), '.');
}
