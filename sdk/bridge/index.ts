export { BridgeError } from './bridge-error.ts';
export { BridgePeer } from './bridge-peer.ts';
export type { BridgeHandlers } from './bridge-peer.ts';
export { MOST_STREAMS } from './bridge-streams.ts';
export type {
  EditorAction,
  EditorActions,
  EditorItem,
  HostAccess,
  HostAction,
  HostActions,
  HostEvent,
  HostEvents,
  HostSession,
  HostStatus,
  HostTransition,
  HostUser,
} from './editor-protocol.ts';
export { EDITOR_READY, greetEditor, HOST_HELLO, waitForHost } from './handshake.ts';
export { HIGH_WATER_MARK, LARGEST_PIECE, readMessage } from './messages.ts';
export type {
  BridgeEvent,
  BridgeFailure,
  BridgeMessage,
  BridgeRequest,
  BridgeResponse,
  BridgeStreamMessage,
} from './messages.ts';
export { portTransport } from './transport.ts';
export type { BridgeTransport } from './transport.ts';
