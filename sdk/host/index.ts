/** Shows the editor in a page of one's own, and talks to it. */
export { BridgeError } from '../bridge/bridge-error.ts';
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
} from '../bridge/editor-protocol.ts';
export { embedEditor } from './embedded-editor.ts';
export type { EditorPeer, EmbedOptions } from './embedded-editor.ts';
