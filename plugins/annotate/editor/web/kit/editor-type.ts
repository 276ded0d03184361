import type { ComponentType } from 'react';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type {
  History,
  Instance,
  JsonRecord,
  Patch,
  ThreadLocation,
  ThreadPlace,
} from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { Scene } from './scene.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';

/** The item an editor works on. */
export interface EditorItem {
  readonly id: number;
  readonly name: string;
  /** Address of the media, on our own origin. */
  readonly url: string;
  /** Pixels; absent until known. */
  readonly width?: number;
  readonly height?: number;
}

/** Services of the frame for an editor. The live fields are read through the session each time, never copied. */
export interface EditorSession {
  readonly item: EditorItem;
  readonly scene: Scene;
  readonly history: History;
  /** Live, in display order. */
  readonly classes: readonly AnnotationClass[];
  readonly activeClassId: number | undefined;
  setActiveClass(id: number | undefined): void;
  readonly readOnly: boolean;
  readonly user: { readonly email: string; readonly role: string };
  /**
   * The one door for changes: applies them to the scene, records one history entry and writes the local journal. Places
   * of deleted instances are filled in. Does nothing when read-only or when `patches` is empty.
   */
  edit(label: string, patches: readonly Patch[]): void;
  /** Takes the last edit back; false when there was none. */
  undo(): boolean;
  redo(): boolean;
  /** Calls `listener` when classes, active class or read-only changed. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Data of the server for this editor beside the document; live. */
  readonly particulars: JsonRecord;
  /** Set for a document of which the scene holds a part. */
  readonly objects?: LoadedObjects | undefined;
  /** A short message to the person. */
  notify(text: string, tone?: 'info' | 'error'): void;
}

/** A tool as the frame's tool bar shows it; `icon` is a name known to `core/ui`. */
export interface EditorTool {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** Tools of a group are shown together in the tool bar, in the order in which the groups first occur. */
  readonly group?: 'select' | 'shapes' | 'edit' | 'assist';
  /** The `type` of the objects it draws, which a class may not allow; absent when it draws none or several kinds. */
  readonly shape?: string;
  /** The chord it has of itself, such as `B` or `Shift+P`. */
  readonly shortcut?: string;
  /** Its command among the keys of the person, whose chord the tooltip shows. */
  readonly command?: string;
}

/** One line of the keyboard sheet. */
export interface EditorShortcut {
  readonly group: string;
  readonly title: string;
  /** Chords or gestures as shown, e.g. `Ctrl+D`, `Shift+drag`. */
  readonly keys: readonly string[];
}

/** A named command of an editor. */
export interface EditorCommand {
  /** In the key map of the person, such as `editor.vector.tool.box`; unique in the editor. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  run(): void;
}

/** Parts of an editor for the frame. */
export interface Editor {
  readonly tools: readonly EditorTool[];
  readonly activeTool: string;
  setTool(id: string): void;
  onToolChange(listener: () => void): () => void;
  /** For the help sheet. */
  readonly shortcuts: readonly EditorShortcut[];
  /** Returns its present commands for the command palette: what applies, and may be done. Where absent, its tools. */
  namedCommands?(): readonly EditorCommand[];
  /**
   * The frame offers each key press first to the editor; true when it was handled. Releases an editor listens to
   * itself.
   */
  key(event: KeyboardEvent): boolean;
  /** Brings an instance into view, and selects it. */
  focusInstance(id: string): void;
  /** Returns the text of an instance, for lists where its type and number are too little: the words it marks. */
  titleOf?(instance: Instance): string | undefined;
  /** Another number when `titleOf` may give other texts for all instances, reported by `onToolChange`. */
  readonly titlesVersion?: number;
  /** Nouns of lists for instances that are no objects, and whether a title alone identifies one. */
  readonly instanceWords?: { readonly one: string; readonly many: string };
  /** The way to make the first instance, shown while there is none; the first tools with their keys when absent. */
  readonly emptyHint?: string;
  /**
   * Order of the instances in lists, for what is read from the first to the last; absent where the topmost comes first.
   */
  order?(one: Instance, other: Instance): number;
  /** Calls `listener` when the view or the pointer's place in the item moved. */
  readonly onView: (listener: () => void) => () => void;
  /** Returns the place of a thread in words, where a place or an object does not show it. */
  threadTitle?(thread: ThreadLocation): string | undefined;
  /**
   * Returns the differences of an instance in words; one of both is undefined where it was added or removed. Absent
   * where its shape or class shows it.
   */
  changeOf?(
    before: Instance | undefined,
    after: Instance | undefined,
  ): { readonly title: string; readonly words: string } | undefined;
  /**
   * Returns the place of a new comment: under the pointer, or in the middle of the view; undefined for one about the
   * whole item.
   */
  commentAt?(): ThreadPlace | undefined;
  /**
   * Returns the present place of a thread, in CSS pixels of the editor's element, for items that are not counted in
   * pixels; undefined where it is out of sight.
   */
  pinAt?(thread: ThreadLocation): { readonly x: number; readonly y: number } | undefined;
  /** Brings the place of a thread into view, where places are not pixels. */
  showThread?(thread: ThreadLocation): void;
  /** Item coordinates to CSS pixels in the editor's element; pins and pop-ups are placed with it. */
  toElement?(point: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number };
  /**
   * Item pixels an instance covers; undefined for one that has no place. Of one that is not in the scene, such as an
   * earlier version, as well.
   */
  boundsOf?(instance: Instance): Rectangle | undefined;
  /**
   * Returns the outline of an instance, in item pixels, to be drawn over the item; of one that is not in the scene as
   * well. Absent where instances have no outline of their own, such as masks.
   */
  outlineOf?(instance: Instance): Outline;
  /**
   * Shows the masks of another state of the item in place of its own, to look at; only where instances are masks.
   * Returns the way back.
   */
  showMasks?(instances: readonly Instance[], raster: LabelRaster): () => void;
  /** Moves and zooms the view to an area of the item. */
  showArea?(area: Rectangle): void;
  /**
   * The surface of the image-like editors; the frame sets on it how the picture is shown, and draws the small map of
   * it.
   */
  readonly stage?: Stage;
  /** True when the small map is shown by default; it is not where absent. */
  readonly minimap?: boolean;
  /** A step of the item was refused because something is missing: brings the first of it into view. */
  showMissing?(): void;
  /**
   * A person asks to store the work: why it must not be, in words for them. Statuses are names, the same one twice
   * where none changes. What is saved by itself is not asked for.
   */
  refuseSave?(from: string, to: string): Promise<string | undefined>;
  /** The work was stored. */
  stored?(): void;
  /** A person asks to move the item on: why it must not be, in words for them. */
  refuseStatus?(from: string, to: string): Promise<string | undefined>;
  /** The item is in another status. */
  statusChanged?(from: string, to: string): void;
  /** Takes what is still being typed into the document, before it is saved. */
  commit?(): void;
  /** Content below the area of the editor, such as a timeline. */
  readonly Below?: ComponentType;
  /**
   * An instance as it is at the editor's present time, for forms; an edit of it is one at that moment. Absent where
   * instances do not change in time.
   */
  asShown?(instance: Instance): Instance;
  /** Content of an editor that draws nothing itself: drawn by the frame in place of its element. */
  readonly Body?: ComponentType;
  /** Set while all objects are out of sight for the eye only; `onToolChange` reports a change. */
  readonly allHidden?: boolean;
  /** Brings the objects back that are out of sight for the eye only. */
  showAll?(): void;
  /**
   * Set while a tool draws: a class chosen now is for the next object. Not set right after drawing, when it is for the
   * object just drawn.
   */
  readonly drawing?: boolean;
  /**
   * Choices of the tool in use and the like; the frame draws it over the editor's element, which it may fill. Only what
   * has `pointer-events: auto` takes clicks.
   */
  readonly Options?: ComponentType;
  dispose(): void;
}

/** An editor for one project type. */
export interface EditorType {
  /** Word for the project type, e.g. `vector`. */
  readonly projectType: string;
  /**
   * Panels of the frame, as `plugin.name`, that say nothing about items of this type. Panels of its own are at
   * `editor.side.` and the word of the type.
   */
  readonly withoutPanels?: readonly string[];
  /** Takes the element over; it is empty, positioned and sized by the frame. */
  open(session: EditorSession, element: HTMLElement): Editor;
}
