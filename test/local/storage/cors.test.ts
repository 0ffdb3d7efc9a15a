import { type CorsRule, corsHeaders, isPreflight } from '../../../local/storage/cors';

const origin = 'https://app.example';
const rule: CorsRule = { AllowedMethods: ['GET', 'HEAD'], ExposedHeaders: ['ETag', 'Content-Range'], MaxAge: 60 };

describe('bucket CORS', () => {
  test('an allowed request gets the CORS headers of its rule', () => {
    expect(corsHeaders({ method: 'GET', headers: { origin } }, [rule])).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-expose-headers': 'ETag, Content-Range',
      'access-control-max-age': '60',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
  });

  test('a preflight is judged by its requested method and gets its requested headers', () => {
    const ask = (method: string) => ({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'range' },
    });
    expect(isPreflight(ask('GET'))).toBe(true);
    expect(corsHeaders(ask('GET'), [rule])).toMatchObject({ 'access-control-allow-headers': 'range' });
    expect(corsHeaders(ask('PUT'), [rule])).toEqual({});
  });

  test('a request with a method outside the rules gets no CORS headers', () => {
    expect(corsHeaders({ method: 'PUT', headers: { origin } }, [rule])).toEqual({});
    expect(corsHeaders({ method: 'GET', headers: { origin } }, [])).toEqual({});
  });

  test('a request without an origin gets no CORS headers', () => {
    expect(corsHeaders({ method: 'GET', headers: {} }, [rule])).toEqual({});
    expect(isPreflight({ method: 'OPTIONS', headers: {} })).toBe(false);
  });
});
