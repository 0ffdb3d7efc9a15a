import fc from 'fast-check';
import { imageMetadata, MAX_METADATA_BYTES, parseMetadata } from '../../../../lambdas/evm/tokens/domain/nft-metadata';
import {
  getTarget,
  MAX_DATA_URI_CHARACTERS,
  MAX_URI_CHARACTERS,
  withId,
} from '../../../../lambdas/evm/tokens/domain/nft-target';
import { anyText } from '../../../support/make/text';

const GATEWAYS = { ipfsGateway: 'https://ipfs.example/ipfs/', arweaveGateway: 'https://ar.example/' };
const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
const V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const RAW = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const AR = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U';
const HEX_7 = `${'0'.repeat(63)}7`;
const target = (uri: string, id = 7n) => getTarget(uri, id, GATEWAYS);
const parse = (value: unknown) => parseMetadata(JSON.stringify(value));

describe('getTarget', () => {
  test.each([
    ['https://a.example/7?x=1', 'https://a.example/7?x=1'],
    ['  HTTP://A.example/7 \n', 'http://a.example/7'],
    ['https://a.example/{id}.json', `https://a.example/${HEX_7}.json`],
    [`ipfs://${V0}/7`, `https://ipfs.example/ipfs/${V0}/7`],
    [`ipfs://ipfs/${V0}/a b`, `https://ipfs.example/ipfs/${V0}/a%20b`],
    [`IPFS://${V1}`, `https://ipfs.example/ipfs/${V1}`],
    [`ipfs://${V1}/{id}`, `https://ipfs.example/ipfs/${V1}/${HEX_7}`],
    [`ipfs://${V1}/#7.json`, `https://ipfs.example/ipfs/${V1}/%237.json`],
    [V0, `https://ipfs.example/ipfs/${V0}`],
    [` ${V1}/{id}.json\n`, `https://ipfs.example/ipfs/${V1}/${HEX_7}.json`],
    [`${RAW}?x=1`, `https://ipfs.example/ipfs/${RAW}?x=1`],
    [`/ipfs/${V0}/7`, `https://ipfs.example/ipfs/${V0}/7`],
    [`ipfs/${V1}`, `https://ipfs.example/ipfs/${V1}`],
    [`https://gateway.example/ipfs/${V0}/7`, `https://gateway.example/ipfs/${V0}/7`],
    [`ar://${AR}`, `https://ar.example/${AR}`],
    [`ar://${AR}/7.json`, `https://ar.example/${AR}/7.json`],
  ])('%s resolves to a URL', (uri, url) => expect(target(uri)).toEqual({ url }));

  test.each([
    ['data:application/json;base64,eyJuYW1lIjoiw6kifQ==', '{"name":"é"}'],
    ['data:application/json;charset=utf-8;BASE64,eyJuYW1lIjoiw6kifQ%3D%3D', '{"name":"é"}'],
    ['data:application/json,%7B%22name%22%3A%22%C3%A9%22%7D', '{"name":"é"}'],
    ['data:application/json;utf8,{"name":"100% é, a"}', '{"name":"100% é, a"}'],
    ['Data:,{}', '{}'],
    ['data:application/json;utf8,{"name":"#7, 50% off"}', '{"name":"#7, 50% off"}'],
    ['data:application/json;utf8,{"name":"100% of %237"}', '{"name":"100% of #7"}'],
    [
      'data:application/json,{"image":"data:image/svg+xml,%3Csvg id=%22a%22/%3E"}',
      '{"image":"data:image/svg+xml,%3Csvg id=%22a%22/%3E"}',
    ],
    ['data:application/json,{%22name%22:%22a%FFb%22}', '{"name":"a%FFb"}'],
    ['data:application/json;charset=utf-8,%EF%BB%BF{"name":"a"}', '\ufeff{"name":"a"}'],
    ['data:application/json;charset=utf-8;base64,77u/eyJuYW1lIjoiIzclIn0=', '\ufeff{"name":"#7%"}'],
    ['data:,%7Bnot%20JSON', '{not JSON'],
  ])('%s resolves to its embedded document', (uri, text) => expect(target(uri)).toEqual({ text }));

  test.each(['data:image/png;base64,iVBORw0=', 'DATA:image/svg+xml;utf8,<svg fill="#fff"/>'])(
    '%s resolves to its embedded image',
    (uri) => expect(target(` ${uri}`)).toEqual({ image: uri }),
  );

  test.each([
    ...['', '  ', 'http://', 'https://a b/', 'data:application/json;base64', 'ipfs://', 'ipfs://short/1'],
    ...[`ipfs:${V0}`, `ipfs://${V0}\n/1`, 'ipfs://../admin', `ipfs://ipfs/../${V0}`, 'ar://name', `ar://${AR}x`],
  ])('"%s" is an INVALID_TOKEN_URI', (uri) => {
    expect(target(uri)).toEqual({ status: 'INVALID_TOKEN_URI' });
  });

  test.each([
    'ftp://a/7',
    'javascript:0',
    'file:///etc/passwd',
    V0.slice(1),
    `${V0}7`,
    V0.replace('Y', '0'),
    V1.slice(0, 50),
    `a/${V0}`,
    `//${V0}`,
    '/7.json',
    '{"name":"a"}',
    'ipns://a',
    '7',
    'null',
  ])('"%s" has an unsupported scheme', (uri) => expect(target(uri)).toEqual({ status: 'INVALID_TOKEN_URI_SCHEME' }));

  test.each(['/../../admin', '/%2e%2e/%2E%2e/admin', '/..\\..\\admin', `/../../ipfs`, '/x/../../../'])(
    'a path cannot escape the gateway: %s',
    (path) => {
      expect(target(`ipfs://${V0}${path}`)).toEqual({ status: 'INVALID_TOKEN_URI' });
      expect(target(`${V0}${path}`)).toEqual({ status: 'INVALID_TOKEN_URI' });
      expect(target(`ipfs://${V0}/x/../7`)).toEqual({ url: `https://ipfs.example/ipfs/${V0}/7` });
    },
  );

  test('a URI may reach its limit with its ids filled in, but not exceed it', () => {
    const long = 'https://a.example/'.padEnd(MAX_URI_CHARACTERS, 'x');
    expect(target(long)).toEqual({ url: long });
    expect(target(`${long}x`)).toEqual({ status: 'INVALID_TOKEN_URI' });
    expect(target(`https://a.example/${'{id}'.repeat(500)}`)).toEqual({ status: 'INVALID_TOKEN_URI' });
    const data = 'data:,'.padEnd(MAX_DATA_URI_CHARACTERS, 'x');
    expect(target(data)).toEqual({ text: data.slice(6) });
    expect(target(`${data}x`)).toEqual({ status: 'METADATA_CONTENT_TOO_LARGE' });
  });

  test('every {id} becomes 64 lower-case hexadecimal digits', () => {
    const id = 2n ** 256n - 0x5432n;
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (any) => {
        const digits = withId('{id}', any);
        return /^[\da-f]{64}$/.test(digits) && BigInt(`0x${digits}`) === any;
      }),
    );
    expect(withId('a/{id}/{id}/{ID}', id)).toBe(`a/${'f'.repeat(60)}abce/${'f'.repeat(60)}abce/{ID}`);
  });

  test('no URI throws or escapes its gateway', () => {
    const noise = fc.tuple(
      fc.constantFrom(
        'ipfs://',
        `ipfs://${V0}`,
        V0,
        `/ipfs/${V1}`,
        `ar://${AR}`,
        'data:',
        'data:;base64,',
        '',
        'http://',
        ' ',
      ),
      anyText(),
    );
    fc.assert(
      fc.property(noise, ([head, tail]) => {
        const found = target(head + tail);
        if (!('url' in found) || !/^(ipfs|ar):|^Qm|^\/ipfs/i.test(head)) return true;
        return (
          [V0, V1].some((cid) => found.url.startsWith(`https://ipfs.example/ipfs/${cid}`)) ||
          [`https://ar.example/${AR}`].some((root) => found.url.startsWith(root))
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parseMetadata', () => {
  test('every field is returned under its API name', () => {
    const document = {
      name: 'Seven',
      symbol: 'SVN',
      description: 'Two\nlines',
      image: `ipfs://${V0}/7.png`,
      animation_url: 'https://a.example/7.mp4',
      external_url: 'https://a.example/7',
      background_color: 'ff00aa',
      attributes: [{ trait_type: 'Hat', value: 'Red' }],
      properties: { rarity: { value: 3 } },
      decimals: 18,
      unknown: 'x',
    };
    expect(parse(document)).toEqual({
      status: 'INDEXED',
      name: 'Seven',
      symbol: 'SVN',
      description: 'Two\nlines',
      imageUri: `ipfs://${V0}/7.png`,
      animationUri: 'https://a.example/7.mp4',
      externalUrl: 'https://a.example/7',
      background: 'ff00aa',
      attributes: '[{"trait_type":"Hat","value":"Red"}]',
      properties: '{"rarity":{"value":3}}',
      decimals: 18,
    });
  });

  test('the image is the first usable one of image, image_url, imageUrl, image_data', () => {
    const [a, b, c, d] = ['https://a.example/', 'ar://b', 'data:image/svg+xml;base64,PHN2Zy8+', 'ipfs://d'];
    expect(parse({ image: a, image_url: b, image_data: c })).toMatchObject({ imageUri: a });
    expect(parse({ image: 7, image_url: b, image_data: c })).toMatchObject({ imageUri: b });
    expect(parse({ image: 'javascript:alert(1)', image_url: '7.png', image_data: c })).toMatchObject({ imageUri: c });
    for (const unusable of ['', ' ', null]) {
      expect(parse({ image: unusable, imageUrl: d, image_data: c })).toMatchObject({ imageUri: d });
      expect(parse({ image: unusable, image_url: unusable, image_data: a })).toMatchObject({ imageUri: a });
    }
    expect(parse({ image: '', animation_url: a })).toEqual({ status: 'INDEXED', animationUri: a });
  });

  test.each([
    '<svg/>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n  <text fill="#f00">100% “é” 🚀</text>\n</svg>',
    '<SVG width="1"></SVG>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<svg></svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>',
    '<?xml version="1.0"?><!-- drawn by hand --><!DOCTYPE svg><svg\n/>',
    '<!-- first --><svg></svg>',
  ])('raw SVG becomes a data: URI of the same text: %s', (svg) => {
    for (const field of ['image', 'image_url', 'imageUrl', 'image_data'])
      for (const space of ['', ' \n\t', '\ufeff']) {
        const { imageUri = '' } = parse({ [field]: `${space}${svg}\n` });
        const [, base64 = ''] = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/.exec(imageUri) ?? [];
        expect(Buffer.from(base64, 'base64').toString()).toBe(svg);
      }
  });
  test('other markup is rejected, and so is SVG that is too long as a data: URI', () => {
    for (const text of ['<html><svg/></html>', '<svgx/>', '<?xml version="1.0"?><rss/>', '<!-- a -->', 'a <svg/>', '<'])
      expect(parse({ image: text, image_data: text })).toEqual({ status: 'INDEXED' });
    const svg = '<svg>'.padEnd(12_267, 'x');
    expect(parse({ image_data: svg }).imageUri).toHaveLength(16_382);
    expect(parse({ image_data: `${svg}xx` })).toEqual({ status: 'INDEXED' });
    // Untrusted text must not make a pattern backtrack.
    const began = performance.now();
    parse({ image: '<!-- --><?xml ?>'.repeat(16_000), image_data: `<!--${'<svg'.repeat(60_000)}` });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
  test('a raw # in an image’s data: URI is escaped, as it would truncate the image', () => {
    expect(parse({ image: 'data:image/svg+xml;utf8,<svg fill="#fff" style="color:#000"/>' })).toMatchObject({
      imageUri: 'data:image/svg+xml;utf8,<svg fill="%23fff" style="color:%23000"/>',
    });
  });
  test.each([
    [V0, `ipfs://${V0}`],
    [`${V1}/7.png`, `ipfs://${V1}/7.png`],
    [` ${RAW} `, `ipfs://${RAW}`],
    [`/ipfs/${V0}/7.png`, `ipfs://${V0}/7.png`],
    [`ipfs://ipfs/${V0}`, `ipfs://ipfs/${V0}`],
    [`https://gateway.example/ipfs/${V0}`, `https://gateway.example/ipfs/${V0}`],
    [`ar://${AR}`, `ar://${AR}`],
  ])('the image %s is stored as %s', (image, imageUri) =>
    expect(parse({ image })).toEqual({ status: 'INDEXED', imageUri }),
  );

  test('an image token URI yields metadata with that image, unless it is too long', () => {
    for (const uri of ['https://a.example/7', `ipfs://${V0}`, 'data:image/png;base64,iVBORw0='])
      expect(imageMetadata(uri)).toEqual({ status: 'INDEXED', imageUri: uri });
    expect(imageMetadata(V1)).toEqual({ status: 'INDEXED', imageUri: `ipfs://${V1}` });
    expect(imageMetadata('data:image/png;base64,'.padEnd(16_385, 'x'))).toEqual({
      status: 'METADATA_CONTENT_TOO_LARGE',
    });
  });

  test('invalid JSON, a value other than an object and an oversized document each have their own status', () => {
    for (const text of ['', 'hello', '{', "{'a':1}", '<html>', '\u0000'])
      expect(parseMetadata(text)).toEqual({ status: 'INVALID_METADATA_JSON' });
    for (const text of ['null', '7', '"a"', '[]', '[{}]', 'true'])
      expect(parseMetadata(text)).toEqual({ status: 'INVALID_METADATA' });
    const padded = '{}'.padEnd(MAX_METADATA_BYTES);
    expect(parseMetadata(padded)).toEqual({ status: 'INDEXED' });
    expect(parseMetadata(`${padded} `)).toEqual({ status: 'METADATA_CONTENT_TOO_LARGE' });
    expect(parseMetadata('\ufeff {"name":"a"}\n')).toEqual({ status: 'INDEXED', name: 'a' });
  });

  test('an empty or mistyped field is omitted without affecting the others', () => {
    const wrong = [null, 7, true, [], {}, ['a'], '', '  ', '\u200b\u202e'];
    const texts = ['name', 'symbol', 'description', 'image', 'animation_url', 'external_url', 'background_color'];
    for (const value of wrong)
      expect(parse({ ...Object.fromEntries(texts.map((field) => [field, value])), decimals: 1 })).toEqual({
        status: 'INDEXED',
        decimals: 1,
      });
    for (const value of [null, 7, true, 'a', '[]'])
      expect(parse({ name: 'a', attributes: value, properties: value })).toEqual({ status: 'INDEXED', name: 'a' });
    for (const decimals of [-1, 1.5, 256, 1e300, '18', null, [18]])
      expect(parse({ decimals })).toEqual({ status: 'INDEXED' });
    for (const uri of ['7.png', 'javascript:0', ' JavaScript:0', 'data:text/html,<script>', 'vbscript:', '//a.example'])
      expect(parse({ image: uri, animation_url: uri, external_url: uri })).toEqual({ status: 'INDEXED' });
    expect(parse({ animation_url: 'data:image/png,', external_url: `ipfs://${V0}`, background_color: 'red;' })).toEqual(
      {
        status: 'INDEXED',
      },
    );
    expect(parseMetadata('{"__proto__":{"name":"a"},"constructor":1}')).toEqual({ status: 'INDEXED' });
  });

  test('text loses control, direction and invisible characters and repeated blanks, but keeps emoji', () => {
    expect(parse({ name: ' a\t\n b\u0000\u001b[31m\u202ec\u200bd\ufeff\u2066 \u00ad ' })).toMatchObject({
      name: 'a b[31mcd',
    });
    expect(parse({ name: '👩\u200d🚀 é 日本' })).toMatchObject({ name: '👩\u200d🚀 é 日本' });
    expect(parseMetadata('{"name":"a\\ud83db\\ude80"}')).toMatchObject({ name: 'ab' });
    expect(parse({ description: 'a \t b\n\nc' })).toMatchObject({ description: 'a b\n\nc' });
    expect(parse({ image: 'https://a.example/\u202egnp.7' })).toMatchObject({ imageUri: 'https://a.example/gnp.7' });
  });

  test('text is truncated between characters at its limit, and oversized URIs and JSON are omitted', () => {
    const long = '🚀'.repeat(5_000);
    expect(parse({ name: `a${long}`, symbol: long, description: long })).toEqual({
      status: 'INDEXED',
      name: `a${'🚀'.repeat(127)}`,
      symbol: '🚀'.repeat(32),
      description: '🚀'.repeat(1_024),
    });
    const place = 'https://a.example/'.padEnd(2_048, 'x');
    expect(parse({ image: place, animation_url: place, external_url: place })).toMatchObject({
      imageUri: place,
      animationUri: place,
      externalUrl: place,
    });
    expect(parse({ image: `${place}x`, animation_url: `${place}x`, external_url: `${place}x` })).toEqual({
      status: 'INDEXED',
    });
    const drawn = 'data:image/svg+xml;base64,'.padEnd(16_384, 'x');
    expect(parse({ image: drawn })).toEqual({ status: 'INDEXED', imageUri: drawn });
    expect(parse({ image: `${drawn}x` })).toEqual({ status: 'INDEXED' });
    expect(parse({ attributes: ['x'.repeat(4_092)] })).toHaveProperty('attributes');
    expect(parse({ attributes: ['x'.repeat(4_093)], properties: { a: 'x'.repeat(5_000) } })).toEqual({
      status: 'INDEXED',
    });
  });

  test('a deeply nested field is omitted without affecting the others', () => {
    const depth = 100_000;
    expect(parseMetadata(`{"name":"a","attributes":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toEqual({
      status: 'INDEXED',
      name: 'a',
    });
  });

  test('any document yields well-formed, non-empty texts and the right types', () => {
    const value = fc.oneof(anyText({ maxLength: 400 }), fc.jsonValue());
    const keys = ['name', 'symbol', 'description', 'image', 'external_url', 'attributes', 'properties', 'decimals'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (document) => {
        const { status, decimals, ...texts } = parse(document);
        const bad = (t: unknown) => typeof t !== 'string' || t === '' || !t.isWellFormed() || /[\u202a-\u202e]/.test(t);
        return status === 'INDEXED' && typeof (decimals ?? 0) === 'number' && !Object.values(texts).some(bad);
      }),
      { numRuns: 1_000 },
    );
  });
});
