/**
 * Names the service to nodes, webhook receivers and every other server, as some refuse requests without it. The version
 * is that of package.json: a test compares them.
 */
export const USER_AGENT = 'chain-data-service/0.1.0';
