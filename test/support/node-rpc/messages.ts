export const FEE = 'platform.getValidatorFeeState';
export const SPECIFIED =
  '{"excess":{"value":26956,"unit":"gas"},"price":{"value":512,"unit":"nAVAX/s"},"timestamp":"2024-12-16T17:19:07Z"}';
/** Echo of an unreadable request. */
export const NOTHING = '{"jsonrpc":"","method":"","params":null,"id":null}';

export const call = (rest = '"id":1', method = FEE): string => `{"jsonrpc":"2.0","method":"${method}",${rest}}`;
export const result = (text: string, id = '1'): string => `{"jsonrpc":"2.0","result":${text},"id":${id}}`;
export const error = (code: number, message: string, id = '1', data = '{}'): string =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}},"id":${id}}`;
export const line = (text: string): string => text && `${text}\n`;
