import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import type { Author, Instance } from '#plugins/editor/common/document.ts';
import type { Place, Size } from '#plugins/editor/common/geometry/place.ts';
import { clampToImage } from '#plugins/editor/common/geometry/place.ts';
import { insertInstance } from '#plugins/editor/common/edits.ts';
import type { EditorSession } from '#plugins/editor/web/kit/editor-type.ts';
import type { DrawnGeometry } from '../common/new-instance.ts';
import { newInstance } from '../common/new-instance.ts';
import { SelectionHandles } from './handled-selection.ts';
import { SharedEdges } from './shared-edges.ts';
import { StageSnapping } from './stage-snapping.ts';
import type { ToolStage } from './tool-stage.ts';
import { VectorDesk } from './vector-desk.ts';
import { VectorSettings } from './vector-settings.ts';

/** Colour of shapes without a class. */
export const plainColor = '#9aa0a6';

/** What the tools of the vector editor work with. */
export class VectorContext {
  readonly session: EditorSession;
  readonly stage: ToolStage;
  readonly settings: VectorSettings;
  readonly desk: VectorDesk;
  readonly snapping: StageSnapping;
  readonly sharedEdges: SharedEdges;
  readonly handles: SelectionHandles;
  #size: Size | undefined;

  constructor(session: EditorSession, stage: ToolStage, size: Size | undefined, parts: { readonly settings?: VectorSettings; readonly desk?: VectorDesk } = {}) {
    this.session = session;
    this.stage = stage;
    this.#size = size;
    this.settings = parts.settings ?? new VectorSettings(session.user.email);
    this.desk = parts.desk ?? new VectorDesk();
    this.snapping = new StageSnapping(session.scene, stage, this.settings);
    this.handles = new SelectionHandles(session, stage);
    this.sharedEdges = new SharedEdges(session.scene, stage, this.settings);
  }

  /** Size of the picture in pixels; undefined until it is known, and nothing is clamped then. */
  get size(): Size | undefined {
    return this.#size;
  }

  setSize(size: Size): void {
    this.#size = size;
  }

  get author(): Author {
    const { email, role } = this.session.user;
    return { email, role };
  }

  /** The class of what is drawn next; only classes of objects can be drawn. */
  get activeClass(): AnnotationClass | undefined {
    const { classes, activeClassId } = this.session;
    return classes.find(one => one.id === activeClassId && one.type === 1);
  }

  get activeColor(): string {
    return this.activeClass?.color ?? plainColor;
  }

  /** `#RRGGBB` of an instance's class. */
  colorOf(instance: Instance): string {
    return this.session.classes.find(one => one.id === instance.classId)?.color ?? plainColor;
  }

  /** The nearest place that is on the picture. */
  onImage(place: Place): Place {
    return this.#size === undefined ? place : clampToImage(place, this.#size);
  }

  /** Puts a drawn shape on top of all others and selects it. */
  add(label: string, geometry: DrawnGeometry): void {
    const { activeClass } = this;
    if (activeClass === undefined) this.session.notify('Drawn without a class. Choose one in the class list, or press V and then its number.');
    const instance = newInstance(geometry, activeClass, this.author);
    this.session.edit(label, [insertInstance(instance)]);
    this.session.scene.select([instance.id]);
  }
}
