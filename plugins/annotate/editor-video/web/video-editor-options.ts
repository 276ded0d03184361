import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { AssistantTool, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { PlaceableSkeleton } from '#plugins/annotate/editor-vector/common/index.ts';
import type { VideoServer } from './server/video-server.ts';

/** Options of the surroundings; all of it may be absent. */
export interface VideoEditorOptions {
  /** The keys of the person; ours when absent. */
  readonly keys?: KeyMap;
  /** Tools of intelligent help, shown after the editor's own. */
  readonly assistants?: readonly AssistantTool[];
  /** Fetches the skeletons that can be placed. */
  readonly skeletons?: () => Promise<readonly PlaceableSkeleton[]>;
  /** The calls of the server about the video. */
  readonly server?: VideoServer;
  /** Stores the open item, and takes in what was stored of it elsewhere. */
  readonly stored?: Pick<OpenItem, 'save' | 'catchUp'>;
}
