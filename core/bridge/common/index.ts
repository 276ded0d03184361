export { callsThatReloadRights, RELOAD_RIGHTS_MS } from './host-actions.ts';
export type { HostAction, HostActions, HostEvent, HostEvents, HostStatus, HostTransition, HostUser } from './host-actions.ts';
export { bridgeEvent, bridgeRequest, bridgeResponse, readMessage } from './messages.ts';
export type { BridgeEvent, BridgeRequest, BridgeResponse } from './messages.ts';
