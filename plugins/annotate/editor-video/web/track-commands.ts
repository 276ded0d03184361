import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newEvent } from '../common/tracks/new-event.ts';
import { sampleAt } from '../common/tracks/interpolate.ts';
import { keyFrames } from '../common/tracks/segment-edits.ts';
import {
  cutFrom,
  mergeTracks,
  propagate,
  setEnd,
  setKey,
  setStart,
  splitTrack,
  toggleKey,
  toggleOutside,
} from '../common/tracks/track-edits.ts';
import type { Track } from '../common/tracks/track.ts';
import { keyMarks } from '../common/tracks/tracked-keys.ts';
import { isTrack } from '../common/tracks/track.ts';
import { copiedTracks } from '../common/tracks/track-copies.ts';
import type { FrameSession } from './frame-session.ts';
import type { FrameRange } from './frame-range.ts';
import { messages } from './messages.ts';
import { TrackClipboard } from './track-clipboard.ts';

/** Frames that a state is repeated on. */
const PROPAGATED = 10;

/** Actions of keys and the timeline on the selected tracks. Each call is one history entry. */
export class TrackCommands {
  readonly #session: EditorSession;
  readonly #frames: FrameSession;
  readonly #clipboard: TrackClipboard;
  readonly #range: () => FrameRange | undefined;

  /** `range` gives the frames that a person marked. */
  constructor(session: EditorSession, frames: FrameSession, range: () => FrameRange | undefined = () => undefined) {
    this.#session = session;
    this.#frames = frames;
    this.#range = range;
    this.#clipboard = new TrackClipboard(session.user.email);
  }

  /** The selected tracks that may be changed. */
  get tracks(): readonly Track[] {
    return this.#session.scene.selected.filter((each): each is Track => isTrack(each) && each.locked !== true);
  }

  /** Frames with a key frame of the selection, or of any track when nothing is selected; ascending. */
  get keyFrames(): readonly number[] {
    const { scene } = this.#session;
    const of = scene.selection.size > 0 ? scene.selected : scene.instances;
    const frames = new Set(
      of.filter(isTrack).flatMap(track => track.parameters.flatMap(segment => keyFrames(segment, this.#frames.table))),
    );
    return [...frames].toSorted((one, other) => one - other);
  }

  /** The key frame nearest before or after the one on the screen. */
  neighbouringKey(direction: 1 | -1): number | undefined {
    const { frame } = this.#frames;
    return direction === 1 ? this.keyFrames.find(each => each > frame) : this.keyFrames.findLast(each => each < frame);
  }

  /** The next frame on which the tracker is unsure, of the selection or of all; the first one after the last. */
  nextUnsure(): number | undefined {
    const { scene } = this.#session;
    const { frame, table } = this.#frames;
    const of = scene.selection.size > 0 ? scene.selected : scene.instances;
    const unsure = of
      .filter(isTrack)
      .flatMap(track => track.parameters)
      .flatMap(segment => keyMarks(segment, 0, table.last, table))
      .filter(({ origin }) => origin === 'unsure')
      .map(mark => mark.frame)
      .toSorted((one, other) => one - other);
    return unsure.find(each => each > frame) ?? unsure[0];
  }

  toggleKey(): void {
    this.#change(messages.shared.keyFrame, (track, frame) => toggleKey(track, frame, this.#frames.table));
  }

  toggleOutside(): void {
    this.#change(
      messages.trackCommands.outside,
      (track, frame) => toggleOutside(track, frame, this.#frames.table),
      messages.trackCommands.objectNeedsAtLeastOneFrame,
    );
  }

  toggleOccluded(): void {
    const shown = this.tracks
      .map(track => sampleAt(track, this.#frames.frame, this.#frames.table))
      .filter(each => each !== undefined);
    const occluded = !shown.every(each => each.content['occluded'] === true);
    this.#change(occluded ? messages.trackCommands.occluded : messages.trackCommands.notOccluded, (track, frame) => {
      const { table } = this.#frames;
      const sample = sampleAt(track, frame, table);
      if (sample === undefined) return track;
      const { occluded: _, ...content } = sample.content;
      return setKey(track, frame, occluded ? { ...content, occluded } : content, table);
    });
  }

  setStart(): void {
    this.#change(messages.shared.startHere, (track, frame) => setStart(track, frame, this.#frames.table));
  }

  setEnd(): void {
    this.#change(messages.shared.endHere, (track, frame) => setEnd(track, frame, this.#frames.table));
  }

  propagate(): void {
    const { frame } = this.#frames;
    const range = this.#range();
    const until = range !== undefined && range.to > frame ? range.to : frame + PROPAGATED;
    this.#change(messages.trackCommands.propagate, track => propagate(track, frame, until - frame, this.#frames.table));
  }

  /** Deletes what the selected tracks show from the frame on. */
  deleteFromHere(): void {
    const { frame, table } = this.#frames;
    this.#edit(
      messages.shared.deleteFromHereOn,
      this.tracks.map(track => [track, cutFrom(track, frame, table)] as const),
    );
  }

  /** Deletes the selected objects, on this frame or not; locked ones too when `force` is set. */
  delete(force: boolean): void {
    const { scene } = this.#session;
    const gone = scene.selected.filter(each => force || each.locked !== true);
    if (gone.length < scene.selection.size) this.#session.notify(messages.trackCommands.lockedObjectsWereKept);
    this.#session.edit(
      gone.length > 1 ? messages.trackCommands.deleteCountObjects(gone.length) : messages.trackCommands.deleteText,
      gone.map(before => ({ collection: 'instances', id: before.id, before })),
    );
  }

  split(): void {
    const { frame, table } = this.#frames;
    const patches = this.tracks.flatMap((track): readonly Patch[] => {
      const parts = splitTrack(track, frame, table);
      return parts === undefined
        ? []
        : [
            replaceInstance(track, this.#stamped(parts[0])),
            { collection: 'instances', id: parts[1].id, after: this.#stamped(parts[1]) },
          ];
    });
    if (patches.length === 0) this.#session.notify(messages.trackCommands.nothingOfTheSelection);
    this.#session.edit(messages.trackCommands.split, patches);
  }

  merge(): void {
    const { tracks } = this;
    const merged = mergeTracks(tracks, this.#frames.table);
    if (typeof merged === 'string') return this.#session.notify(merged);
    const [first, ...others] = tracks;
    this.#session.edit(messages.trackCommands.mergeCountTracks(tracks.length), [
      replaceInstance(first!, this.#stamped(merged)),
      ...others.map((before): Patch => ({ collection: 'instances', id: before.id, before })),
    ]);
    this.#session.scene.select([merged.id]);
  }

  /** Begins an event with the chosen class on the frame; or ends the selected one that goes on over it. */
  markEvent(): void {
    const { frame, table } = this.#frames;
    const open = this.tracks.filter(track => track.type === 'event' && sampleAt(track, frame, table) !== undefined);
    if (open.length > 0)
      return this.#edit(
        messages.trackCommands.endEvent,
        open.map(track => [track, setEnd(track, frame, table)] as const),
      );
    const chosen = this.#session.classes.find(each => each.id === this.#session.activeClassId && each.type === 1);
    if (chosen === undefined) this.#session.notify(messages.trackCommands.eventWithoutAClass);
    const event = newEvent(chosen, this.#session.user, { frame, table });
    this.#session.edit(messages.trackCommands.beginEvent, [{ collection: 'instances', id: event.id, after: event }]);
    this.#session.scene.select([event.id]);
  }

  /** Gives the selected objects one group, or none. */
  setGroup(isGrouped: boolean): void {
    const { selected, instances } = this.#session.scene;
    const next = instances.reduce((most, { groupId }) => Math.max(most, Number(groupId ?? 0)), 0) + 1;
    const changed = selected.filter(each => each.locked !== true && (isGrouped || Number(each.groupId ?? 0) > 0));
    if (isGrouped && changed.length < 2) return this.#session.notify(messages.trackCommands.selectTwoObjectsOrMore);
    this.#session.edit(
      isGrouped ? messages.trackCommands.group : messages.trackCommands.ungroup,
      changed.map(each => replaceInstance(each, this.#stamped({ ...each, groupId: isGrouped ? next : 0 }))),
    );
  }

  /** Copies the selected tracks with all their key frames. */
  copyTracks(): void {
    const tracks = this.#session.scene.selected.filter(isTrack);
    if (tracks.length === 0) return this.#session.notify(messages.trackCommands.selectTheTracksToCopy);
    this.#clipboard.copy(tracks);
    this.#session.notify(
      tracks.length === 1
        ? messages.trackCommands.copied1Track
        : messages.trackCommands.copiedCountTracks(tracks.length),
    );
  }

  /** Pastes copied tracks at the same times; what lies after the end of this item is left out. */
  pasteTracks(): void {
    const { user, classes } = this.#session;
    const made = copiedTracks(this.#clipboard.tracks, { table: this.#frames.table, classes, by: user });
    if (made.length === 0) return this.#session.notify(messages.trackCommands.noCopiedTrack);
    this.#session.edit(
      made.length === 1 ? messages.trackCommands.pasteTrack : messages.trackCommands.pasteCountTracks(made.length),
      made.map((after): Patch => ({ collection: 'instances', id: after.id, after })),
    );
    this.#session.scene.select(made.map(({ id }) => id));
  }

  #change(label: string, change: (track: Track, frame: number) => Track | undefined, nothingLeft?: string): void {
    const changes = this.tracks.map(track => [track, change(track, this.#frames.frame)] as const);
    if (nothingLeft !== undefined && changes.some(([, after]) => after === undefined))
      this.#session.notify(nothingLeft);
    this.#edit(label, nothingLeft === undefined ? changes : changes.filter(([, after]) => after !== undefined));
  }

  #edit(label: string, changes: readonly (readonly [before: Track, after: Track | undefined])[]): void {
    const patches = changes.flatMap(([before, after]): readonly Patch[] =>
      after === before
        ? []
        : after === undefined
          ? [{ collection: 'instances', id: before.id, before }]
          : [replaceInstance(before, this.#stamped(after))],
    );
    this.#session.edit(label, patches);
  }

  #stamped<T extends Instance>(instance: T): T {
    return { ...instance, updatedAt: new Date().toISOString(), updatedBy: this.#session.user };
  }
}
