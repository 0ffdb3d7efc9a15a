import { UNSEEN } from './token-text';

/**
 * Letters of other scripts that look like Latin ones, each above the letter it imitates. Omits currency signs and ƒ, Ð,
 * Ξ on purpose: legitimate symbols use them (USD₮0, ƒBTC).
 */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['АВСЕЅІЈКМНОРТУХԚԜѴԌҮӀ', 'ABCESIJKMHOPTYXQWVGYI'],
  ['асеѕіјорухԛԝѵԁһѡӏквмнтпи', 'acesijopyxqwvdhwlkbmhtnu'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αενορικυχτηωγ', 'aevopikuxtnwy'],
  // Armenian
  ['ՍՏՕԼոսօհցզյ', 'USOLnuohgqj'],
  // Cherokee
  ['ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏆᏒᏔᏙᏚᏞᏟᏢᏦᏴᎥ', 'DRTAJEWMHGZTRWVSLCPKBI'],
  // Lisu
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'],
  // Latin with strokes and hooks, and small capitals
  ['ıɑɡɩØøĐđŁłĦħŦŧƁƇƈƊƘƙƤƥƬƭƝɲɱ', 'iagiOoDdLlHhTtBCcDKkPpTtNnm'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  // Punctuation of links
  ['。ꓸ⁄∕∶', '..//:'],
];

const LATIN = new Map(
  LOOKALIKES.flatMap(([from, to]) => [...from].map((letter, i): [string, string] => [letter, to[i] ?? ''])),
);

/** First code points of negative circled letters, negative squared letters and regional indicators. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * Maps a text to plain Latin letters, as a reader perceives it: NFKD (fullwidth, mathematical letters) without marks
 * and invisible characters, with look-alikes replaced. Keeps the case. For comparison only, never for display.
 */
export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(UNSEEN, '');
  return [...plain].map((letter) => LATIN.get(letter) ?? boxed(letter) ?? letter).join('');
}

function boxed(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  const start = ALPHABETS.find((first) => code >= first && code < first + 26);
  return start === undefined ? undefined : String.fromCharCode(0x41 + code - start);
}
