import { token } from '#core/base/common/index.ts';
import type { BridgeClient } from '#core/bridge/web/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { Editor, EditorSession } from './editor-type.ts';

/** The item that is open in the editor. */
export interface OpenWork {
  /** Last answer of the server about the item: status, rights, classes. */
  readonly opened: OpenedItem;
  /** Its document; the same object as long as the item is open. */
  readonly session: EditorSession;
  /** The editor that draws it; undefined until it is there. */
  readonly editor: Editor | undefined;
  /** Revision that the document is based on. */
  readonly revision: number;
}

/** Facts and actions of the open item for other plugins. */
export interface OpenItem {
  /** Undefined while nothing is open. A new object after every change of what it holds. */
  readonly now: OpenWork | undefined;
  /** The editor's end of the bridge to its host. */
  readonly host: BridgeClient;
  /** A dialog or menu has the keyboard. */
  readonly overlaid: boolean;
  /** Calls back when another item is open, or something of it changed but its annotations. Returns the way to stop. */
  onChange(listener: () => void): () => void;
  /** Stores what is open; true when it is. */
  save(): Promise<boolean>;
  /**
   * Reads a mask that was stored of this item, e.g. of an earlier version; an empty one when there is no address.
   * @throws Fault MASK_UNREADABLE
   */
  readMask(url: string | undefined): Promise<LabelRaster>;
  /** Loads what may have changed around the annotations. */
  refresh(): Promise<void>;
  /** Takes in what was stored of the open item elsewhere; what is not stored yet stays on top of it. */
  catchUp(): Promise<void>;
  /**
   * The item is about to leave the person's sight: messages about it no longer concern the screen. `stayed` takes that
   * back.
   */
  handOver(): { stayed(): void };
  /** Opens a panel at the right, by `plugin.name`. */
  showPanel(name: string): void;
  /** Keeps a panel at the right away, by `plugin.name`, where it has nothing to say; or gives it back. */
  hidePanel(name: string, hidden: boolean): void;
  /** Shows a thread of comments in its panel. */
  showThread(id: string): void;
}

export const OpenItemToken = token<OpenItem>('editor/open-item');
