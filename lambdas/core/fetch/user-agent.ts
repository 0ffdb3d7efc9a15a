/**
 * Identifies the service to nodes, webhook receivers and other servers, as some reject requests without it. A test
 * checks that the version equals package.json's.
 */
export const USER_AGENT = 'chain-data-service/0.1.0';
