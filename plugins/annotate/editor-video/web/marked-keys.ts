import { proxy, ref } from 'valtio';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { KeyGroup, TrackChange } from '../common/tracks/key-groups.ts';
import { copyKeys, moveKeys, removeKeys } from '../common/tracks/key-groups.ts';
import { isTrack } from '../common/tracks/track.ts';
import { keyFrames } from '../common/tracks/segment-edits.ts';
import type { FrameSession } from './frame-session.ts';
import { messages } from './messages.ts';

type Marks = ReadonlyMap<string, ReadonlySet<number>>;

/** Key frames that a person marked in the timeline, of one track or of several, and what is done with them. */
export class MarkedKeys {
  /** `marks` are frames by the id of their track; `shift` is by how many frames they are being dragged. */
  readonly state = proxy<{ marks: Marks; shift: number }>({ marks: ref(new Map()), shift: 0 });
  readonly #session: EditorSession;
  readonly #frames: FrameSession;
  readonly #stop: () => void;
  #copied: Marks = new Map();

  constructor(session: EditorSession, frames: FrameSession) {
    this.#session = session;
    this.#frames = frames;
    this.#stop = session.scene.onChange(({ selection }) => {
      if (selection.size > 0) this.clear();
    });
  }

  /** Key frames are marked, and are still there. */
  get any(): boolean {
    return this.#groups(this.state.marks).length > 0;
  }

  /** Key frames were copied, and are still there. */
  get anyCopied(): boolean {
    return this.#groups(this.#copied).length > 0;
  }

  has(id: string, frame: number): boolean {
    return this.state.marks.get(id)?.has(frame) === true;
  }

  /** Marks key frames in place of those before, or beside them, and selects their tracks. */
  mark(keys: Iterable<readonly [id: string, frames: readonly number[]]>, add = false): void {
    const marks = new Map(add ? this.state.marks : []);
    for (const [id, frames] of keys) marks.set(id, new Set([...(marks.get(id) ?? []), ...frames]));
    this.#session.scene.select([...marks.keys()]);
    this.#set(marks);
  }

  /** Marks a key frame beside the others, or takes it from them. */
  toggle(id: string, frame: number): void {
    if (!this.has(id, frame)) return this.mark([[id, [frame]]], true);
    const left = [...this.state.marks.get(id)!].filter(each => each !== frame);
    const others = [...this.state.marks].filter(([other]) => other !== id);
    this.#set(new Map(left.length === 0 ? others : [...others, [id, new Set(left)]]));
  }

  /** Takes all marks away; false when there were none. */
  clear(): boolean {
    if (this.state.marks.size === 0) return false;
    this.#set(new Map());
    return true;
  }

  /** Shows the marked key frames so many frames on, as while they are dragged. */
  drag(shift: number): void {
    this.state.shift = shift;
  }

  /** Moves the marked key frames, all by as many frames as all can go. */
  move(by: number): void {
    const groups = this.#groups(this.state.marks);
    const changes = moveKeys(groups, by, this.#frames.table);
    this.#edit(
      groups.length === 1 && groups[0]!.frames.length === 1
        ? messages.markedKeys.moveKeyFrame
        : messages.markedKeys.moveKeyFrames,
      changes,
    );
    this.#follow(groups, changes);
  }

  /** Repeats the marked key frames so many frames on. */
  copy(by: number): void {
    this.#repeat(this.#groups(this.state.marks), by);
  }

  /** Removes the marked key frames. The only one of a segment stays. */
  remove(): void {
    const groups = this.#groups(this.state.marks);
    const changes = removeKeys(groups, this.#frames.table);
    if (changes.every(([before, after]) => before === after))
      return this.#session.notify(messages.markedKeys.onlyKeyFrameStays);
    this.#edit(messages.markedKeys.deleteKeyFrames, changes);
    this.clear();
  }

  /** Remembers the marked key frames for pasting. */
  remember(): void {
    this.#copied = this.state.marks;
    const count = this.#groups(this.#copied).reduce((sum, { frames }) => sum + frames.length, 0);
    this.#session.notify(messages.markedKeys.copied(count));
  }

  /** Forgets what was copied. */
  forget(): void {
    this.#copied = new Map();
  }

  /** Repeats the copied key frames, the first one of them on the frame that is shown. */
  paste(): void {
    const groups = this.#groups(this.#copied);
    this.#repeat(groups, this.#frames.frame - Math.min(...groups.flatMap(({ frames }) => frames)));
  }

  dispose(): void {
    this.#stop();
  }

  #repeat(groups: readonly KeyGroup[], by: number): void {
    const changes = copyKeys(groups, by, this.#frames.table);
    if (changes.every(([before, after]) => before === after))
      return this.#session.notify(messages.markedKeys.notVisibleThere);
    this.#edit(messages.markedKeys.copyKeyFrames, changes);
    this.mark(groups.map(({ track, frames }) => [track.id, frames.map(frame => frame + by)] as const));
  }

  /** The marks go with their key frames. */
  #follow(groups: readonly KeyGroup[], changes: readonly TrackChange[]): void {
    const { table } = this.#frames;
    this.#set(
      new Map(
        changes.map(([before, after], at) => {
          const stay = new Set(
            before.parameters
              .flatMap(each => keyFrames(each, table))
              .filter(each => !groups[at]!.frames.includes(each)),
          );
          return [
            before.id,
            new Set(after.parameters.flatMap(each => keyFrames(each, table)).filter(each => !stay.has(each))),
          ];
        }),
      ),
    );
  }

  /** The marked key frames that are still there, of tracks that may be changed. */
  #groups(marks: Marks): readonly KeyGroup[] {
    return [...marks].flatMap(([id, frames]): readonly KeyGroup[] => {
      const track = this.#session.scene.get(id);
      if (track === undefined || !isTrack(track) || track.locked === true) return [];
      const there = track.parameters
        .flatMap(segment => keyFrames(segment, this.#frames.table))
        .filter(frame => frames.has(frame));
      return there.length === 0 ? [] : [{ track, frames: there }];
    });
  }

  #set(marks: Marks): void {
    this.state.marks = ref(marks);
    this.state.shift = 0;
  }

  #edit(label: string, changes: readonly TrackChange[]): void {
    const { user } = this.#session;
    const updatedAt = new Date().toISOString();
    this.#session.edit(
      label,
      changes.flatMap(([before, after]) =>
        before === after ? [] : [replaceInstance(before, { ...after, updatedAt, updatedBy: user })],
      ),
    );
  }
}
