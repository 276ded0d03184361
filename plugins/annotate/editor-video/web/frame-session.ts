import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { History, Instance, JsonRecord, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorItem, EditorSession, SceneChange } from '#plugins/annotate/editor/web/kit/index.ts';
import { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { FramePlace } from '../common/frame-patches.ts';
import { onTracks, shapeWith } from '../common/frame-patches.ts';
import type { FrameTable } from '../common/media/frame-table.ts';
import { sampleAt } from '../common/tracks/interpolate.ts';
import type { KeyContent, Track } from '../common/tracks/track.ts';
import { isShapeTrack } from '../common/tracks/track.ts';

interface Shown {
  readonly track: Track;
  readonly frame: number;
  readonly content: KeyContent | undefined;
  readonly shape: Instance | undefined;
}

/**
 * The shapes on one frame of a video, and its tags, for the drawing tools of pictures. What they edit becomes an edit
 * of the tracks of the
 * document: a key frame on that frame. Selection and hover are those of the document, as far as they are visible.
 */
export class FrameSession implements EditorSession {
  readonly scene: Scene;
  readonly #outer: EditorSession;
  readonly #stop: readonly (() => void)[];
  #table: FrameTable;
  #frame = 0;
  #shown = new Map<string, Shown>();
  #following = false;

  constructor(outer: EditorSession, table: FrameTable) {
    this.#outer = outer;
    this.#table = table;
    this.scene = new Scene({ metadata: outer.scene.metadata, instances: this.#shapes(), tags: [], comments: [] });
    this.scene.select(outer.scene.selection);
    this.#stop = [
      outer.scene.onChange(change => this.#followOuter(change)),
      this.scene.onChange(change => this.#followInner(change)),
    ];
  }

  get item(): EditorItem {
    return this.#outer.item;
  }

  get history(): History {
    return this.#outer.history;
  }

  get classes(): readonly AnnotationClass[] {
    return this.#outer.classes;
  }

  get activeClassId(): number | undefined {
    return this.#outer.activeClassId;
  }

  get readOnly(): boolean {
    return this.#outer.readOnly;
  }

  get user(): EditorSession['user'] {
    return this.#outer.user;
  }

  get particulars(): JsonRecord {
    return this.#outer.particulars;
  }

  get frame(): number {
    return this.#frame;
  }

  get table(): FrameTable {
    return this.#table;
  }

  /** Place of edits. */
  get place(): FramePlace {
    return { frame: this.#frame, table: this.#table, get: id => this.#outer.scene.get(id) };
  }

  /** Shows another frame. */
  setFrame(frame: number, table: FrameTable = this.#table): void {
    if (frame === this.#frame && table === this.#table) return;
    this.#frame = frame;
    this.#table = table;
    this.#refresh();
  }

  setActiveClass(id: number | undefined): void {
    this.#outer.setActiveClass(id);
  }

  edit(label: string, patches: readonly Patch[]): void {
    this.#outer.edit(label, this.translated(patches));
  }

  /** Edits of shapes on this frame as edits of the document. What changes nothing is left out. */
  translated(patches: readonly Patch[]): readonly Patch[] {
    return onTracks(patches, this.place).filter(
      ({ before, after, index }) =>
        index !== undefined || before === undefined || after === undefined || !sameJson(before, after),
    );
  }

  undo(): boolean {
    return this.#outer.undo();
  }

  redo(): boolean {
    return this.#outer.redo();
  }

  subscribe(listener: () => void): () => void {
    return this.#outer.subscribe(listener);
  }

  notify(text: string, tone?: 'info' | 'error'): void {
    this.#outer.notify(text, tone);
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
  }

  #shapes(): readonly Instance[] {
    const before = this.#shown;
    this.#shown = new Map();
    return this.#outer.scene.instances.flatMap(instance => {
      if (instance.type === 'tag') return [instance];
      if (!isShapeTrack(instance)) return [];
      const known = before.get(instance.id);
      const shown = known?.track === instance && known.frame === this.#frame ? known : this.#show(instance, known);
      this.#shown.set(instance.id, shown);
      return shown.shape === undefined ? [] : [shown.shape];
    });
  }

  /** A shape that looks as it did stays the same object, so that it is not drawn again. */
  #show(track: Track, known: Shown | undefined): Shown {
    const content = sampleAt(track, this.#frame, this.#table)?.content;
    const isSame = known?.track === track && sameJson(known.content, content);
    if (isSame) return { ...known, frame: this.#frame };
    const shape = content && shapeWith(track, content);
    // Of one track, shapes with other content differ.
    const isKept = known?.shape !== undefined && known.track !== track && sameJson(known.shape, shape);
    return { track, frame: this.#frame, content, shape: isKept ? known.shape : shape };
  }

  #refresh(): void {
    this.#following = true;
    this.scene.reset({ metadata: this.#outer.scene.metadata, instances: this.#shapes(), tags: [], comments: [] });
    this.scene.select(this.#outer.scene.selection);
    this.scene.setHover(this.#outer.scene.hover);
    this.#following = false;
  }

  #followOuter(change: SceneChange): void {
    if (change.added.size > 0 || change.removed.size > 0 || change.changed.size > 0 || change.order) this.#refresh();
    if (this.#following) return;
    this.#following = true;
    if (change.selection.size > 0) this.scene.select(this.#outer.scene.selection);
    if (change.hover.size > 0) this.scene.setHover(this.#outer.scene.hover);
    this.#following = false;
  }

  #followInner(change: SceneChange): void {
    if (this.#following) return;
    this.#following = true;
    if (change.selection.size > 0) this.#outer.scene.select(this.scene.selection);
    if (change.hover.size > 0) this.#outer.scene.setHover(this.scene.hover);
    this.#following = false;
  }
}
