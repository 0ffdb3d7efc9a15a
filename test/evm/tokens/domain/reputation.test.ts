import fc from 'fast-check';
import type { ListedToken } from '../../../../lambdas/evm/contract/token-lists';
import { fold } from '../../../../lambdas/evm/tokens/domain/confusables';
import { getReputation, reputationLists } from '../../../../lambdas/evm/tokens/domain/reputation';
import { anyText } from '../../../support/make/text';

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const listed = (symbol: string, name: string, n: number): ListedToken => ({
  address: address(n),
  symbol,
  name,
  decimals: 18,
  list: 'A List',
});
const LISTED = [
  listed('USDC', 'USD Coin', 1),
  listed('USDT', 'Tether USD', 2),
  listed('USDT0', 'USDT0', 3),
  listed('AAVE', 'Aave', 4),
  listed('AUSD', 'Agora Dollar', 5),
  listed('TAO', 'Bittensor', 6),
  listed('LINK', 'Chainlink Token', 7),
  listed('USD₮', 'Tether USD₮', 8),
  listed('LAÏKA', 'Laïka', 9),
  listed('CLAIM', 'Visit claim-usdc.com to claim', 10),
  listed('X', 'X', 11),
];
const lists = reputationLists({ '43114': LISTED });
const of = (name: string, symbol = 'TKN', chainId = '43114') =>
  getReputation({ chainId, address: address(999), name, symbol }, lists);

describe('reputation sources', () => {
  const token = { chainId: '43114', address: address(10), name: 'Visit claim-usdc.com to claim', symbol: 'CLAIM' };
  const benign = { reputation: 'Benign', reason: 'listed by A List' };

  test('a listed token is Benign under any name, but only on its own chain', () => {
    expect(getReputation(token, lists)).toEqual(benign);
    for (const { symbol, name, address: at } of LISTED)
      expect(getReputation({ chainId: '43114', address: at, name, symbol, disguised: true }, lists)).toEqual(benign);
    expect(getReputation({ ...token, chainId: '1' }, lists).reputation).toBe('Malicious');
  });

  test('a token without name and symbol is unknown', () => {
    expect(getReputation({ chainId: '43114', address: address(999) }, lists)).toEqual({
      reputation: null,
      reason: 'unknown',
    });
  });
});

describe('url-in-name', () => {
  test.each([
    ['a scheme', 'https://usdc-drop.io', 'TKN', 'https://usdc-drop.io'],
    ['a broken scheme', 'hxxps : //drop.example', 'TKN', 'hxxps : //drop.example'],
    ['www', 'AVAX www.avaxdrop.example', 'TKN', 'www.avaxdrop.example'],
    ['a chat link', 'Join t.me/avaxgift', 'TKN', 't.me/avaxgift'],
    ['a short link', 'bit.ly/3xYz', 'TKN', undefined],
    ['an invitation link', 'discord.gg/freeavax', 'TKN', 'discord.gg/freeavax'],
    ['a path', 'uni-v3.fi/bonus', 'TKN', 'uni-v3.fi/bonus'],
    ['a site as the symbol', 'Zepe', 'ZEPE.io', 'ZEPE.io'],
    ['a site as name and symbol', 'KK8.io', 'KK8.io', 'KK8.io'],
    ['bait in the site’s name', 'UniswapReward.finance', 'UNI', 'UniswapReward.finance'],
    ['bait as its own word in the site’s name', 'claim-steth.app', 'stETH', 'claim-steth.app'],
    ['a request to visit', 'Visit aethir.network', 'ATH', 'aethir.network'],
    ['a request to claim', '! stUSDC.xyz - Claim', 'stUSDC', 'stUSDC.xyz'],
    ['a place to swap', 'Swap at apecoin-v2.fi', 'APE', 'apecoin-v2.fi'],
    ['an amount beside a site', '$1,000 USDC usdcbox.org', 'USDC', 'usdcbox.org'],
    ['a reward beside a site', 'Lido Reward lidoeth.org', 'LDO', 'lidoeth.org'],
    ['a Unicode dot', 'usdcbox․com', 'TKN', 'usdcbox.com'],
    ['a fullwidth dot', 'usdcbox。ｃｏｍ', 'TKN', 'usdcbox.com'],
    ['a dot in brackets', 'Airdrop mtx[.]top', 'MTX', 'mtx.top'],
    ['a dot in parentheses', 'usdcbox (dot) com', 'TKN', 'usdcbox.com'],
    ['a dot spelt out', 'usdcbox dot com', 'TKN', 'usdcbox.com'],
    ['spaces around the dot', 'usdcbox . com', 'TKN', 'usdcbox.com'],
    ['spaced letters', 'u s d c b o x . c o m', 'TKN', 'usdcbox.com'],
    ['Cyrillic letters', 'usdсbох.соm', 'TKN', 'usdcbox.com'],
    ['mathematical letters', '𝘂𝘀𝗱𝗰𝗯𝗼𝘅.𝗰𝗼𝗺', 'TKN', 'usdcbox.com'],
    ['invisible characters', 'usdcbox.c\u200bom', 'TKN', 'usdcbox.com'],
  ])('a name or symbol with %s is Malicious', (_, name, symbol, part) => {
    const { reputation, reason } = of(name, symbol);
    expect(reputation).toBe('Malicious');
    expect(reason).toBe(`url-in-name: "${part ?? name}"`);
  });
});

describe('looks-like-listed', () => {
  test.each([
    ['Cyrillic', 'UЅDС', 'USDC'],
    ['Greek', 'ΑΑVΕ', 'AAVE'],
    ['all Greek', 'ΤΑΟ', 'TAO'],
    ['fullwidth letters', 'ＵＳＤＣ', 'USDC'],
    ['mathematical letters', '𝐔𝐒𝐃𝐓', 'USDT'],
    ['boxed letters', '🅄🆂🅳🅲', 'USDC'],
    ['regional indicators', '🇺🇸🇩🇨', 'USDC'],
    ['Cherokee', 'ᎪAVE', 'AAVE'],
    ['Lisu', 'ꓴꓢꓓꓚ', 'USDC'],
    ['accents', 'ÚSDĊ', 'USDC'],
    ['zero-width characters', 'US\u200bDC', 'USDC'],
    ['direction marks', '\u202aUSDC\u202c', 'USDC'],
    ['Cyrillic in another case', 'uѕdс', 'USDC'],
    ['l for I', 'LlNK', 'LINK'],
    ['1 for I', 'L1NK', 'LINK'],
    ['O for 0', 'USDTO', 'USDT0'],
    ['5 for S', 'U5DC', 'USDC'],
    ['$ for S', 'U$DT', 'USDT'],
  ])('a listed symbol disguised by %s is Malicious', (_, symbol, like) => {
    const { reputation, reason } = of('Some Token', symbol);
    expect(reputation).toBe('Malicious');
    expect(reason).toMatch(
      new RegExp(`^looks-like-listed: ".*" reads like ${like}, which A List lists at 0x0+\\d$`, 'su'),
    );
  });

  test('a listed name in another script is flagged', () => {
    expect(of('USD Соin', 'TKN').reason).toMatch(/^looks-like-listed: "USD Соin" reads like USDC/);
    expect(of('Chаinlink Tоken', 'TKN').reason).toMatch(/^looks-like-listed/);
  });

  test('a listed symbol that needed cleaning is flagged', () => {
    const token = { chainId: '43114', address: address(999), name: 'USD Coin', symbol: 'USDC' };
    expect(getReputation({ ...token, disguised: true }, lists).reason).toMatch(/^looks-like-listed: "USDC"/);
    expect(getReputation(token, lists).reputation).toBeNull();
  });

  test('a look-alike is flagged only on the chain of the list', () => {
    expect(of('Some Token', 'UЅDС', '1').reputation).toBeNull();
  });

  test.each([
    ['a listed name and symbol at another address (a bridge or forerunner)', 'USD Coin', 'USDC'],
    ['a symbol in another case', 'Tether USD', 'USDt'],
    ['a name in another case', 'AAVE', 'aave'],
    ['a bridge’s suffix', 'USD Coin', 'USDC.e'],
    ['a currency sign of a listed symbol', 'Tether USD₮', 'USD₮'],
    ['a currency sign', 'USD₮0', 'USD₮0'],
    ['an accent of a listed token', 'Laïka', 'LAÏKA'],
    ['a Greek letter as a sign', 'Alpha USD', 'αUSD'],
    ['a short text', 'Х', 'Х'],
    ['a script that resembles no listed symbol', '樱桃', 'ЁЖ'],
    ['an unlisted name with hidden characters', '👨\u200d👩\u200d👧 Family', 'FAMILY'],
    ['a derived symbol', 'Aave v3 USDC', 'aAvaUSDC'],
  ])('%s is not flagged', (_, name, symbol) => {
    expect(of(name, symbol)).toEqual({ reputation: null, reason: 'unknown' });
  });
});

describe('bait-words', () => {
  test.each([
    ['Claim your AVAX', 'Claim your'],
    ['CLAIM NOW', 'CLAIM NOW'],
    ['Cla1m Reward', 'Cla1m Reward'],
    ['Сlаim here', 'Claim here'],
    ['ᴄʟᴀɪᴍ ɴᴏᴡ', 'claim now'],
    ['c l a i m now', undefined],
    ['Redeem: $500', 'Redeem: $500'],
    ['Visit our website', 'Visit our website'],
    ['Visit the pool page and get ETH', 'Visit the pool page and get'],
    ['Click here', 'Click here'],
    ['Your airdrop', 'Your airdrop'],
    ['$1000 USDC Voucher', '$1000 USDC Voucher'],
    ['Voucher: 5,000 USDT', 'Voucher: 5,000 USDT'],
    ['Airdrop 2.5 ETH', 'Airdrop 2.5 ETH'],
    ['AVAX Rewards 3000$', 'Rewards 3000$'],
    ['Bonus €50', 'Bonus €50'],
    ['300k$ give-away', '300k$ give-away'],
  ])('"%s" is Malicious', (name, part) => {
    const { reputation, reason } = of(name);
    expect(reputation).toBe('Malicious');
    expect(reason).toBe(`bait-words: "${part ?? 'claim now'}"`);
  });
});

describe('honest names', () => {
  // A site's name alone is not evidence: Crypto.com Coin and wrapped.com Bitcoin are honest, so `Aave.com` stays unknown.
  // To promote its site, a scam needs the symbol, a lure or a disguise, which are flagged.
  test.each([
    ['yearn.finance', 'YFI'],
    ['Synapse', 'SYN'],
    ['Bitcoin', 'BTC.b'],
    ['TetherToken', 'USDt'],
    ['Curve.fi aDAI/aUSDC/aUSDT', 'av3CRV'],
    ['Joe LP Token', 'JOE-AVAX LP'],
    ['Aave.com', 'LEND'],
    ['Crypto.com Coin', 'CRO'],
    ['wrapped.com Bitcoin', 'WBTC'],
    ['ether.fi governance token', 'ETHFI'],
    ['Pump.fun', 'PUMP'],
    ['io.net', 'IO'],
    ['NUM Token [via ChainPort.io]', 'NUM'],
    ['Beefy.finance Reward', 'mooAVAX'],
    ['ETH.fi/WETH', 'LP'],
    ['Solv Protocol SolvBTC.BBN', 'SOLVBTC.BBN'],
    ['Freedom. Jobs. Business', 'FJB'],
    ['MAGIC•INTERNET•MONEY (Bitcoin)', 'MIM'],
    ['Polkadot', 'DOT'],
    ['reclaim.ai', 'RECLAIM'],
    ['Reward Token', 'RWD'],
    ['1Reward Token', '1RT'],
    ['Ankr Reward Bearing MATIC', 'ankrMATIC'],
    ['Voucher DOT', 'vDOT'],
    ['Yay Kelp DAO Airdrop Gain ETH', 'agETH'],
    ['Claim Atlas', 'ATLAS'],
    ['FTX Claim 2025', 'FTXC'],
    ['$1INCH Reward', '$1INCH'],
    ['Backed ZPR1 $ 1-3 Month T-Bill', 'bZPR1'],
    ['Balancer 80 BAL 20 WETH', 'B-80BAL-20WETH'],
    ['FreeRossDAO', 'FREE'],
    ['Pool2.0', 'SHIB2.0'],
    ['Dr.Who', 'D.O.G.E'],
    ['r/memes', 'R/MEME'],
    ['e/acc', '24/7'],
    ['Prize USDC', 'pUSDC'],
    ['Visitor', 'VISIT'],
    ['Toupée Tech', 'TOUPÉE'],
    ['τDoge', 'τDOGE'],
    ['Token Teknoloji A.Ş. EURO', 'EUROT'],
  ])('%s (%s) stays unknown', (name, symbol) => {
    expect(of(name, symbol)).toEqual({ reputation: null, reason: 'unknown' });
  });
});

describe('names from published lists', () => {
  // Issuer, coin and form, each with its part of the symbol after the bar.
  const parts = (text: string) => text.split(', ').map((part) => part.split('|'));
  const ISSUERS = parts(
    '|, Wrapped |w, Staked |s, Liquid staked |st, Bridged |b, Aave v3 |a, Yield |y, Curve.fi |crv, Synth |x, Rocket Pool |r',
  );
  const COINS = parts(
    'Bitcoin|BTC, Ether|ETH, USD Coin|USDC, Tether USD|USDT, Dai Stablecoin|DAI, Avalanche|AVAX, ChainLink Token|LINK, Uniswap|UNI, Crypto.com Coin|CRO, yearn.finance|YFI, Euro Coin|EURC, Agora Dollar|AUSD, Frax|FRAX, 1inch|1INCH, Shiba Inu|SHIB, Graph Token|GRT, Lido DAO Token|LDO',
  );
  const FORMS = parts(
    '|,  (PoS)|,  (Wormhole)|.wh,  Token|,  v2|v2,  2.0|2.0, .e|.e,  [via ChainPort.io]|,  LP|-LP,  Governance|g',
  );
  const published = ISSUERS.flatMap((issuer) =>
    COINS.flatMap((coin) =>
      FORMS.map((form) => [0, 1].map((at) => [issuer, coin, form].map((part) => part[at]).join(''))),
    ),
  ).map(([name = '', symbol = ''], i) => listed(symbol, name, i + 1));

  test('a published name is not flagged when another contract uses it', () => {
    expect(published.length).toBeGreaterThan(1_500);
    const all = reputationLists({ '43114': published });
    const judged = published.map(({ name, symbol }) => ({
      name,
      symbol,
      ...getReputation({ chainId: '43114', address: address(0), name, symbol }, all),
    }));
    expect(judged.filter(({ reputation }) => reputation !== null)).toEqual([]);
  });
});

describe('arbitrary text', () => {
  test('folding is idempotent and leaves no invisible character', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
        expect(once).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a hostile text of maximum length is judged quickly', () => {
    const units = ['a.', 'a-', '1,', 'claim ', '$1 ', 'x . ', 'visit a', '. com', 'w w ', '[.]', 'u s ', '5 '];
    for (const unit of units) {
      const name = unit.repeat(128).slice(0, 128);
      const started = process.hrtime.bigint();
      of(name, name.slice(0, 64));
      // Milliseconds unless a pattern backtracks; a second allows for any machine.
      expect(process.hrtime.bigint() - started).toBeLessThan(1_000_000_000n);
    }
  });
});
