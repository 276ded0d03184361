import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import {
  isSegment,
  joinedRuns,
  pointsIn,
  runsOf,
  runsWithout,
  SEGMENT,
  segmentRuns,
} from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { PointRuns } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { newObject } from '../../common/cloud-objects.ts';
import type { Box } from '../../common/geometry/box.ts';
import { toBox } from '../../common/geometry/box.ts';
import type { CloudData } from '../cloud-data.ts';
import type { LoadedNode } from '../cloud-store.ts';
import { messages } from '../messages.ts';
import type { Region } from '../scene/region.ts';
import { contains } from '../scene/region.ts';

/** Target of labelled points: the selected segment or that of the class, a new object, or none. */
export type LabelAim = 'add' | 'new' | 'remove';

/** The labels of points: instances that own them, as one entry of the history for each change. */
export class PointLabels {
  /**
   * Owner of each point of a frame, by the instances of a version of the document: 0 for none, else a place in the
   * list.
   */
  #owners: { readonly key: string; readonly owners: Uint16Array; readonly segments: readonly Instance[] } | undefined;

  constructor(
    private readonly context: SessionContext,
    private readonly data: CloudData,
  ) {}

  get segments(): readonly Instance[] {
    return this.context.session.scene.instances.filter(each => isSegment(each));
  }

  /** Number of labelled points, and of all points of the item. */
  get figures(): { readonly labelled: number; readonly all: number } {
    const labelled = this.segments.reduce((sum, each) => sum + pointsIn(segmentRuns(each)), 0);
    return { labelled, all: this.data.cloud?.points ?? 0 };
  }

  /** Number of the first point of the shown scan among those of the item. */
  get #first(): number {
    return this.data.frames.slice(0, this.data.frame).reduce((sum, each) => sum + each.points, 0);
  }

  /**
   * Owner of each point of the shown scan: 0 for none, else one more than the place in `segments`. Hidden segments own
   * none.
   */
  owners(): { readonly key: string; readonly owners: Uint16Array; readonly segments: readonly Instance[] } {
    const { scene } = this.context.session;
    const key = `${scene.summary.instancesVersion} ${this.data.frame}`;
    if (this.#owners?.key === key) return this.#owners;
    const [first, count] = [this.#first, this.data.now?.points ?? 0];
    const owners = new Uint16Array(count);
    const { segments } = this;
    for (const [at, segment] of segments.entries()) {
      const runs = segment.visible === false ? [] : segmentRuns(segment);
      for (let run = 0; run < runs.length; run += 2) {
        const start = Math.max(0, runs[run]! - first);
        const end = Math.min(count, runs[run]! + runs[run + 1]! - first);
        if (start < end) owners.fill(at + 1, start, end);
      }
    }
    return (this.#owners = { key, owners, segments });
  }

  /** Labels points of the shown scan by their numbers in it, ascending. Points of locked objects stay. */
  label(numbers: Uint32Array, aim: LabelAim): void {
    const { session, activeClass, author } = this.context;
    if (session.readOnly) return;
    if (numbers.length === 0) {
      session.notify(messages.pointLabels.noPoints);
      return;
    }
    if (aim !== 'remove' && activeClass === undefined) {
      session.notify(messages.pointLabels.noClass);
      return;
    }
    const first = this.#first;
    const { segments } = this;
    let runs: PointRuns = runsOf(numbers.map(each => each + first));
    for (const each of segments) if (each.locked === true) runs = runsWithout(runs, segmentRuns(each));
    const target = aim === 'add' ? this.#target(segments) : undefined;
    const at = new Date().toISOString();
    const touched = (segment: Instance, points: PointRuns): Instance =>
      ({ ...segment, points, updatedAt: at, updatedBy: author }) as Instance;
    const patches: Patch[] = [];
    for (const segment of segments) {
      if (segment === target || segment.locked === true) continue;
      const own = segmentRuns(segment);
      const left = runsWithout(own, runs);
      if (pointsIn(left) === pointsIn(own)) continue;
      patches.push(
        left.length === 0
          ? { collection: 'instances', id: segment.id, before: segment }
          : replaceInstance(segment, touched(segment, left)),
      );
    }
    const made = target === undefined && aim !== 'remove' ? this.#made(segments, runs, aim) : undefined;
    if (target !== undefined) {
      const joined = joinedRuns(segmentRuns(target), runs);
      if (pointsIn(joined) > pointsIn(segmentRuns(target)))
        patches.push(replaceInstance(target, touched(target, joined)));
    } else if (made !== undefined && runs.length > 0) patches.push(insertInstance(made));
    if (patches.length === 0) return;
    session.edit(messages.pointLabels.edit(aim), [...this.#counted(), ...patches]);
    if (made !== undefined && aim === 'new') session.scene.select([made.id]);
  }

  /** Numbers of the loaded points of the shown scan inside a box and a region, ascending. */
  inBox(box: Box, drawn: Region): Uint32Array {
    const found: number[] = [];
    const { size } = box;
    for (const { positions, min, points } of this.data.chunksIn(box) as readonly LoadedNode[])
      for (let at = 0; at < points.indices.length; at += 1) {
        const [x, y, z] = [positions[at * 3]! + min.x, positions[at * 3 + 1]! + min.y, positions[at * 3 + 2]! + min.z];
        if (!contains(drawn, x, y, z)) continue;
        const place = toBox(box, { x, y, z });
        if (Math.abs(place.x) <= size.x / 2 && Math.abs(place.y) <= size.y / 2 && Math.abs(place.z) <= size.z / 2)
          found.push(points.indices[at]!);
      }
    return Uint32Array.from(found).sort();
  }

  /** The segment that points are added to: the selected one, else that of the active class without an object. */
  #target(segments: readonly Instance[]): Instance | undefined {
    const { session, activeClass } = this.context;
    const chosen = segments.filter(each => session.scene.selection.has(each.id));
    if (chosen.length === 1 && chosen[0]!.locked !== true) return chosen[0];
    return segments.find(
      each => each.classId === activeClass?.id && (each['instanceId'] ?? 0) === 0 && each.locked !== true,
    );
  }

  #made(segments: readonly Instance[], points: PointRuns, aim: LabelAim): Instance {
    const { activeClass, author } = this.context;
    const last = segments.reduce((most, each) => Math.max(most, Number(each['instanceId'] ?? 0)), 0);
    return newObject({ type: SEGMENT, points, instanceId: aim === 'new' ? last + 1 : 0 }, activeClass, author);
  }

  /** The number of points belongs to the document as soon as some are labelled. */
  #counted(): readonly Patch[] {
    const { cloud } = this.data;
    const { metadata } = this.context.session.scene.document;
    const known = metadata['pointCloud'] as { readonly points?: number } | undefined;
    if (cloud === undefined || known?.points === cloud.points) return [];
    return [
      {
        collection: 'metadata',
        id: 'pointCloud',
        ...(known === undefined ? {} : { before: known }),
        after: { ...known, points: cloud.points },
      },
    ];
  }
}
