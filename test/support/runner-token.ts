/** How callers of the runner's own endpoints send its token: with `fetch`, and with clients of AWS. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const getCredentials = (token: string) => ({ accessKeyId: token, secretAccessKey: token });
