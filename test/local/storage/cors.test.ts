import { type CorsRule, corsHeaders, isPreflight } from '../../../local/storage/cors';

const origin = 'https://app.example';
const rule: CorsRule = { AllowedMethods: ['GET', 'HEAD'], ExposedHeaders: ['ETag', 'Content-Range'], MaxAge: 60 };

describe('CORS of a bucket', () => {
  test('a page gets an allowed answer with the exposed headers', () => {
    expect(corsHeaders({ method: 'GET', headers: { origin } }, [rule])).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-expose-headers': 'ETag, Content-Range',
      'access-control-max-age': '60',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
  });

  test('a preflight is judged by the method that it asks for, and gets the headers that it asks for', () => {
    const ask = (method: string) => ({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'range' },
    });
    expect(isPreflight(ask('GET'))).toBe(true);
    expect(corsHeaders(ask('GET'), [rule])).toMatchObject({ 'access-control-allow-headers': 'range' });
    expect(corsHeaders(ask('PUT'), [rule])).toEqual({});
  });

  test('a page gets no header for a method that no rule allows, or from a bucket without rules', () => {
    expect(corsHeaders({ method: 'PUT', headers: { origin } }, [rule])).toEqual({});
    expect(corsHeaders({ method: 'GET', headers: { origin } }, [])).toEqual({});
  });

  test('a client that is no page gets none', () => {
    expect(corsHeaders({ method: 'GET', headers: {} }, [rule])).toEqual({});
    expect(isPreflight({ method: 'OPTIONS', headers: {} })).toBe(false);
  });
});
