import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  changeInstances,
  giveClass,
  insertInstance,
  newId,
  setLocked,
  setVisible,
} from '#plugins/annotate/annotations/common/index.ts';
import type { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { DrawnObject } from '../common/cloud-objects.ts';
import { classSize, isCuboid, newObject, newTag } from '../common/cloud-objects.ts';
import type { Box, Vector } from '../common/geometry/box.ts';
import type { Sides } from '../common/geometry/box-edits.ts';
import { flipped, rounded } from '../common/geometry/box-edits.ts';
import { countInside } from '../common/geometry/cloud-points.ts';
import { fitBox, shrunk } from '../common/geometry/fit-box.ts';
import { geometryOf, isTrack } from '../common/tracks/cloud-track.ts';
import { segmentAt } from '../common/tracks/interpolate.ts';
import { cutAt, removeKey, setKey, trackFrom, withSize } from '../common/tracks/track-edits.ts';
import type { CloudData } from './cloud-data.ts';
import { messages } from './messages.ts';
import type { ShownObjects } from './shown-objects.ts';

/** The commands of the point cloud editor; each is one entry of the history. */
export class CloudCommands {
  constructor(
    private readonly context: SessionContext,
    private readonly shown: ShownObjects,
    private readonly data: CloudData,
  ) {}

  /** The selected box as it is now. */
  get box(): (Instance & Box) | undefined {
    const { selected } = this.context.session.scene;
    const shape = selected.length === 1 ? this.shown.get(selected[0]!.id) : undefined;
    return shape !== undefined && isCuboid(shape) ? shape : undefined;
  }

  /** Adds an object in the active class and selects it. On a sequence it is there from this frame on. */
  add(geometry: DrawnObject): void {
    const { session, activeClass, author } = this.context;
    if (session.readOnly) return;
    const drawn = geometry.type === 'cuboid' ? { ...geometry, ...rounded(geometry) } : geometry;
    const shape = newObject({ ...drawn, ...this.#counted(drawn) }, activeClass, author);
    const instance = this.data.isSequence
      ? trackFrom(shape, this.data.time, this.data.frames.at(-1)!.timestamp)
      : shape;
    session.edit(messages.cloudCommands.add(activeClass?.name), [insertInstance(instance)]);
    session.scene.select([instance.id]);
  }

  /** Size of a new box of the active class. */
  get newSize(): Vector {
    return classSize(this.shown.all(), this.context.activeClass?.id);
  }

  /** A box around the object in a region; undefined, with a message, where there is none. */
  fitted(region: Box): Box | undefined {
    const ground = this.data.ground.at(region.position.x, region.position.y);
    const found = fitBox(this.data.chunks, region, ground);
    if (found === undefined) this.context.session.notify(messages.cloudCommands.nothingToFit);
    return found;
  }

  /** Shrinks sides of a box to its points. */
  shrink(box: Box, sides?: Sides): Box {
    return shrunk(this.data.chunksIn(box), box, sides);
  }

  /** Number of points in a box; undefined while some of them are not loaded. */
  countIn(box: Box): number | undefined {
    return this.data.isWholeIn(box) ? countInside(this.data.chunksIn(box), box) : undefined;
  }

  /** Shows a change of the selected box that is not made yet. */
  draft(box: Box): void {
    const { scene } = this.context.session;
    const shape = this.box;
    if (shape !== undefined) scene.setDrafts([{ ...shape, ...box } as Instance]);
  }

  /** Changes the selected box. */
  setBox(label: string, box: Box): void {
    const { session } = this.context;
    const [instance] = session.scene.selected;
    session.scene.clearDrafts();
    if (instance === undefined) return;
    const next = rounded(box);
    this.change(label, instance, { ...next, ...this.#counted({ type: 'cuboid', ...next }) });
  }

  /** Gives an object another geometry: on a sequence, a key frame is made here. */
  change(label: string, instance: Instance, geometry: Readonly<Record<string, unknown>>): void {
    if (instance.locked === true) {
      this.context.session.notify(messages.cloudCommands.objectIsLocked);
      return;
    }
    this.#edit(label, [instance], each =>
      isTrack(each) ? setKey(each, this.data.time, geometry) : { ...each, ...geometry },
    );
  }

  flip(): void {
    if (this.box !== undefined) this.setBox(messages.cloudCommands.flip, flipped(this.box));
  }

  fit(): void {
    const { box } = this;
    if (box === undefined) return;
    const grown = { ...box, size: { x: box.size.x * 1.2, y: box.size.y * 1.2, z: box.size.z * 1.2 } };
    const found = this.fitted(grown);
    if (found !== undefined) this.setBox(messages.cloudCommands.fit, found);
  }

  delete(): void {
    const { session } = this.context;
    const going = session.scene.selected.filter(each => each.locked !== true);
    if (going.length < session.scene.selected.length) session.notify(messages.cloudCommands.objectIsLocked);
    session.edit(
      messages.cloudCommands.delete,
      going.map(({ id, ...rest }): Patch => ({ collection: 'instances', id, before: { id, ...rest } as Instance })),
    );
  }

  duplicate(): void {
    const { session, author } = this.context;
    const { box } = this;
    const [instance] = session.scene.selected;
    if (instance === undefined || box === undefined) return;
    const {
      parameters: _,
      start: _start,
      end: _end,
      ...shape
    } = { ...instance, ...geometryOf(box, 'cuboid') } as Instance;
    const moved = {
      ...(shape as Instance),
      id: newId(),
      trackingId: null,
      position: { ...box.position, y: box.position.y - box.size.y - 0.5 },
    };
    const at = new Date().toISOString();
    const copy = { ...moved, createdAt: at, createdBy: author, updatedAt: at, updatedBy: author } as Instance;
    const made = this.data.isSequence ? trackFrom(copy, this.data.time, this.data.frames.at(-1)!.timestamp) : copy;
    session.edit(messages.cloudCommands.duplicate, [insertInstance(made)]);
    session.scene.select([made.id]);
  }

  toggleLock(): void {
    const { selected } = this.context.session.scene;
    const locked = selected.some(each => each.locked !== true);
    this.context.session.edit(messages.cloudCommands.lock, setLocked(selected, locked, this.context.author));
  }

  toggleHide(): void {
    const { selected } = this.context.session.scene;
    const visible = selected.every(each => each.visible === false);
    this.context.session.edit(messages.cloudCommands.hide, setVisible(selected, visible, this.context.author));
  }

  classify(chosen: AnnotationClass): void {
    const { session, author } = this.context;
    session.setActiveClass(chosen.id);
    session.edit(messages.cloudCommands.changeClass, giveClass(session.scene.selected, chosen, author));
  }

  /** Gives the item a tag, or takes it away. */
  toggleTag(chosen: AnnotationClass): void {
    const { session, author } = this.context;
    const known = session.scene.instances.find(each => each.type === 'tag' && each.classId === chosen.id);
    session.edit(
      messages.shared.tags,
      known === undefined
        ? [insertInstance(newTag(chosen, author))]
        : [{ collection: 'instances', id: known.id, before: known }],
    );
  }

  /** Selects the next or previous object that is there now. */
  step(by: 1 | -1): Instance | undefined {
    const { scene } = this.context.session;
    const shapes = this.shown.all();
    const at = shapes.findIndex(each => scene.selection.has(each.id));
    const next = shapes[at < 0 ? (by === 1 ? 0 : shapes.length - 1) : (at + by + shapes.length) % shapes.length];
    if (next !== undefined) scene.select([next.id]);
    return next;
  }

  /** Gives the selected box its size here in all its key frames. What it rests on stays under it. */
  sizeEverywhere(): void {
    const { box } = this;
    if (box !== undefined)
      this.#edit(messages.cloudCommands.sizeEverywhere, this.context.session.scene.selected, each =>
        isTrack(each) ? withSize(each, box.size) : each,
      );
  }

  /** Makes a key frame of the selection as it is here, at this or another moment. */
  keep(time: number = this.data.time): void {
    this.#edit(messages.cloudCommands.keyFrame, this.context.session.scene.selected, each => {
      const shape = this.shown.get(each.id);
      return isTrack(each) && shape !== undefined ? setKey(each, time, geometryOf(shape, each.type)) : each;
    });
  }

  /** Lets the selected object of a sequence reach out to here, as it is where it is nearest. */
  extend(): void {
    this.#edit(messages.cloudCommands.extend, this.context.session.scene.selected, each =>
      isTrack(each) && segmentAt(each, this.data.time) === undefined ? setKey(each, this.data.time, {}) : each,
    );
  }

  forget(): void {
    this.#edit(messages.cloudCommands.removeKeyFrame, this.context.session.scene.selected, each =>
      isTrack(each) ? removeKey(each, this.data.time) : each,
    );
  }

  cut(side: 'start' | 'end'): void {
    this.#edit(
      side === 'start' ? messages.cloudCommands.startHere : messages.cloudCommands.endHere,
      this.context.session.scene.selected,
      each => (isTrack(each) ? cutAt(each, this.data.time, side) : each),
    );
  }

  #edit(label: string, instances: readonly Instance[], change: (instance: Instance) => Instance): void {
    const free = instances.filter(each => each.locked !== true);
    this.context.session.edit(label, changeInstances(free, change, this.context.author));
  }

  /** The number of points in a cuboid, where all of them are loaded. */
  #counted(geometry: DrawnObject): { readonly pointCount?: number } {
    const count = geometry.type === 'cuboid' ? this.countIn(geometry) : undefined;
    return count === undefined ? {} : { pointCount: count };
  }
}
