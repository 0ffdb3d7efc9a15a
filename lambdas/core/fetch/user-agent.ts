/** Some servers reject requests without it. A test checks the version against package.json. */
export const USER_AGENT = 'chain-data-service/0.1.0';
