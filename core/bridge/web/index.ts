export { BridgeClient } from './bridge-client.ts';
export { BridgeHost } from './bridge-host.ts';
export { inAppTransports } from './bridge-transport.ts';
export { Embedding } from './embedding.ts';
export { LayeredTransport } from './layered-transport.ts';
