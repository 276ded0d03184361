export { BridgeClient } from './bridge-client.ts';
export { BridgeHost } from './bridge-host.ts';
export type { HostHandlers } from './bridge-host.ts';
export { inAppTransports, portTransport } from './bridge-transport.ts';
export type { BridgeTransport } from './bridge-transport.ts';
