import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster, Paintable, PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import { paintRegion, partColors, RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { newMaskInstance } from '../common/new-mask-instance.ts';
import type { PaintTarget } from '../common/paint-edits.ts';
import { erasePatches, freeColor, paintPatches, removeTouched } from '../common/paint-edits.ts';
import { erasableSlots, isProtected, paintableSlots } from '../common/paint-rules.ts';
import { messages } from './messages.ts';
import type { PixelOptions } from './pixel-options.ts';
import type { ScenePaint } from './scene-paint.ts';

/** Part of a stage that the tools need. */
export type PixelStage = Pick<
  Stage,
  'camera' | 'layer' | 'raster' | 'reach' | 'shapeAt' | 'requestOverlay' | 'pixels' | 'updateCursor'
> & { readonly input: Pick<Stage['input'], 'last'> };

/** Paint under way: a change with a slot of its own, and what it will belong to. */
export interface Painting {
  readonly change: RasterChange;
  readonly slot: number;
  readonly paintable: Paintable;
  readonly existing: Instance | undefined;
}

/** Context of the tools of the pixel editor. */
export class PixelContext extends SessionContext {
  readonly stage: PixelStage;
  readonly paint: ScenePaint;
  readonly options: PixelOptions;

  constructor(session: EditorSession, stage: PixelStage, paint: ScenePaint, options: PixelOptions) {
    super(session);
    this.stage = stage;
    this.paint = paint;
    this.options = options;
  }

  get raster(): LabelRaster {
    return this.paint.raster;
  }

  get size(): Size {
    return { width: this.raster.width, height: this.raster.height };
  }

  /** Returns whether a place is on the picture. */
  holds({ x, y }: Place): boolean {
    return x >= 0 && y >= 0 && x < this.raster.width && y < this.raster.height;
  }

  /** The one selected object, if it may be painted; undefined when none or several are selected. */
  get selectedMask(): Instance | undefined {
    const { selected } = this.session.scene;
    const [only] = selected;
    return selected.length === 1 && only !== undefined && !isProtected(only) && partColors(only).length > 0
      ? only
      : undefined;
  }

  /** Pixels that paint may go over now. */
  get paintable(): Paintable {
    const { rule, overClassId } = this.options.settings;
    return paintableSlots(this.raster, this.session.scene.instances, rule, overClassId);
  }

  /**
   * Pixels that an object may be moved onto now: empty ones always, so that moving takes nothing from it but what
   * others keep.
   */
  get movable(): Paintable {
    const { rule } = this.options.settings;
    return paintableSlots(this.raster, this.session.scene.instances, rule === 'empty' ? 'empty' : 'replace', undefined);
  }

  /**
   * Begins paint: into the selected object when `adding`, or the one of its class in semantic mode; otherwise a new
   * object. Undefined, with a message to the person, when the object cannot be painted.
   */
  begin(adding: boolean): Painting | undefined {
    const { scene } = this.session;
    const existing =
      this.options.settings.mode === 'semantic'
        ? scene.instances.find(
            each => each.classId === (this.activeClass?.id ?? -1) && partColors(each).length > 0 && !isProtected(each),
          )
        : adding
          ? this.selectedMask
          : undefined;
    const paintable = this.paintable;
    // Its own pixels keep their part: painting over them again must not rename it.
    for (const slot of existing === undefined ? [] : this.paint.slotsOf(existing.id)) paintable[slot] = 0;
    try {
      const slot = this.raster.slotOf(freeColor(this.raster, scene.instances));
      this.paint.showDraftPart(slot, existing === undefined ? this.activeColor : this.colorOf(existing), existing?.id);
      return { change: new RasterChange(this.raster), slot, paintable, existing };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.session.notify(error.message, 'error');
      return undefined;
    }
  }

  /** Keeps paint as one entry of the history, and selects what it belongs to. */
  finish(label: string, { change, slot, existing }: Painting): void {
    const { scene } = this.session;
    if (this.options.settings.rule === 'remove')
      removeTouched(change, slot, new Set(existing === undefined ? [] : this.paint.slotsOf(existing.id)));
    const target: PaintTarget =
      existing === undefined
        ? { kind: 'new', make: colors => newMaskInstance(colors, this.activeClass, this.author) }
        : { kind: 'existing', instance: existing };
    if (existing === undefined && this.activeClass === undefined && this.raster.countOf(slot) > 0)
      this.session.notify(messages.pixelContext.paintedWithoutAClass);
    const patches = paintPatches(change, scene.instances, slot, target, this.author);
    change.announce();
    if (!this.#keep(label, change, patches)) return;
    const added =
      patches.find(patch => patch.collection === 'instances' && patch.before === undefined)?.id ?? existing?.id;
    if (added !== undefined) scene.select([added]);
  }

  /** Begins to take pixels away: those of the selected objects, or of all when none is selected. */
  beginErasing(): { readonly change: RasterChange; readonly erasable: Paintable } {
    const { scene } = this.session;
    const { rule, overClassId } = this.options.settings;
    const among = scene.selection.size > 0 ? scene.selected : scene.instances;
    return {
      change: new RasterChange(this.raster),
      erasable: erasableSlots(
        this.raster,
        rule === 'class' ? among.filter(each => each.classId === overClassId) : among,
      ),
    };
  }

  finishErasing(label: string, change: RasterChange): void {
    const { scene } = this.session;
    this.#keep(label, change, erasePatches(change, scene.instances, this.author, new Date(), scene.selection));
  }

  /** Paints a region in one go. */
  paintRegion(label: string, region: PixelRegion, adding: boolean): void {
    const painting = this.begin(adding);
    if (painting === undefined) return;
    paintRegion(painting.change, region, painting.slot, painting.paintable);
    this.finish(label, painting);
  }

  eraseRegion(label: string, region: PixelRegion): void {
    const { change, erasable } = this.beginErasing();
    paintRegion(change, region, 0, erasable);
    change.announce();
    this.finishErasing(label, change);
  }

  /** Records patches whose pixels are in the raster already. */
  edit(label: string, patches: readonly Patch[]): void {
    this.session.edit(label, patches);
  }

  #keep(label: string, change: RasterChange, patches: readonly Patch[]): boolean {
    if (patches.length === 0 || this.session.readOnly) {
      change.revert();
      return false;
    }
    this.session.edit(label, patches);
    return true;
  }
}
