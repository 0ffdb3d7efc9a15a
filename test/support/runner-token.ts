/** Of the runner's own endpoints. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const getCredentials = (token: string) => ({ accessKeyId: token, secretAccessKey: token });
