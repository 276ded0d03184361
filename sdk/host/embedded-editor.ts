import type { BridgeHandlers } from '../bridge/bridge-peer.ts';
import { BridgePeer } from '../bridge/bridge-peer.ts';
import type { EditorActions, HostActions, HostEvents } from '../bridge/editor-protocol.ts';
import { greetEditor } from '../bridge/handshake.ts';

/** The page's end of the bridge: asks the editor, answers it, receives and sends events. */
export type EditorPeer = BridgePeer<HostActions, EditorActions, HostEvents>;

/** Item and server of a frame, and the services of the page around it. */
export interface EmbedOptions {
  /** Address of the Loupe server. It must list this page's origin in FRAME_ANCESTORS. */
  readonly url: string;
  readonly teamId: number;
  readonly projectId: number;
  readonly itemId: number;
  readonly provide?: BridgeHandlers<HostActions>;
  /** An editor is there: once, and again whenever the frame reloads. */
  connected(editor: EditorPeer): void;
}

/**
 * Shows the editor in a frame of this page. Returns the way to end it.
 *
 *     const end = embedEditor(document.querySelector('iframe'), {
 *       url: 'https://loupe.example.org', teamId: 1, projectId: 2, itemId: 3,
 *       provide: { currentSession: () => fetch('/loupe-session').then(answer => answer.json()) },
 *       connected: editor => editor.on('item_saved', ({ name }) => console.log(`${name} is saved`)) });
 */
export function embedEditor(
  frame: HTMLIFrameElement,
  { url, teamId, projectId, itemId, provide, connected }: EmbedOptions,
): () => void {
  const { origin } = new URL(url);
  let editor: EditorPeer | undefined;
  const stop = greetEditor(
    window,
    () => frame.contentWindow,
    origin,
    transport => {
      editor?.close();
      editor = new BridgePeer<HostActions, EditorActions, HostEvents>(transport, provide ?? {});
      connected(editor);
    },
  );
  frame.src = `${origin}/t/${teamId}/p/${projectId}/item/${itemId}`;
  return () => {
    stop();
    editor?.close();
    frame.src = 'about:blank';
  };
}
