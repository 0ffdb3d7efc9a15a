import { UNSEEN } from './token-text';

/** Omits currency signs and ƒ, Ð, Ξ: legitimate symbols use them (USD₮0, ƒBTC). */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['АВСЕЅІЈКМНОРТУХԚԜѴԌҮӀ', 'ABCESIJKMHOPTYXQWVGYI'], // Cyrillic
  ['асеѕіјорухԛԝѵԁһѡӏквмнтпи', 'acesijopyxqwvdhwlkbmhtnu'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'], // Greek
  ['αενορικυχτηωγ', 'aevopikuxtnwy'],
  ['ՍՏՕԼոսօհցզյ', 'USOLnuohgqj'], // Armenian
  ['ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏆᏒᏔᏙᏚᏞᏟᏢᏦᏴᎥ', 'DRTAJEWMHGZTRWVSLCPKBI'], // Cherokee
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'], // Lisu
  ['ıɑɡɩØøĐđŁłĦħŦŧƁƇƈƊƘƙƤƥƬƭƝɲɱ', 'iagiOoDdLlHhTtBCcDKkPpTtNnm'], // Latin with strokes, hooks
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'], // small capitals
  ['。ꓸ⁄∕∶', '..//:'], // punctuation of links
];

const LATIN = new Map(
  LOOKALIKES.flatMap(([from, to]) => [...from].map((letter, i): [string, string] => [letter, to[i] ?? ''])),
);

/** Negative circled letters, negative squared letters, regional indicators. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * As a reader perceives the text: NFKD without marks and invisible characters, look-alikes
 * replaced. Keeps the case. For comparison only, never for display.
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
