import type { EditorShortcut, StageKey } from '#plugins/annotate/editor/web/kit/index.ts';
import type { KeyedEditor, VectorCommands } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { vectorKeys } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import type { MarkedRange } from './frame-range.ts';
import type { MarkedKeys } from './marked-keys.ts';
import type { KeyNavigated } from './key-navigation.ts';
import { goToCheck, goToKey } from './key-navigation.ts';
import { messages } from './messages.ts';
import type { TrackingRun } from './tracking/tracking-run.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.video';

/** Part of the editor that keys need. */
export interface KeyedVideoEditor extends KeyedEditor, KeyNavigated {
  readonly vector: VectorCommands;
  readonly marked: MarkedRange;
  readonly keyFrames: MarkedKeys;
  /** Frames of a longer step. */
  readonly jump: number;
  askFrame(): void;
  readonly tracking: TrackingRun;
  trackSelection(): void;
  shuttle(direction: 1 | -1): void;
}

/** One key command of the video editor. */
export interface VideoKey extends StageKey {
  readonly when?: (editor: KeyedVideoEditor) => boolean;
  readonly run: (editor: KeyedVideoEditor) => void;
}

const selected = (editor: KeyedVideoEditor): boolean => editor.hasSelection;
const selecting = (editor: KeyedVideoEditor): boolean => editor.activeTool === 'select' && editor.hasSelection;

const tool = (id: string, chords: readonly string[], title: string): VideoKey => ({
  id: `tool.${id}`,
  chords,
  group: messages.groups.tools,
  title,
  run: editor => editor.setTool(id),
});
const play = (
  id: string,
  chords: readonly string[],
  title: string,
  run: VideoKey['run'],
  when?: VideoKey['when'],
): VideoKey => ({ id, chords, group: messages.groups.playing, title, run, ...(when === undefined ? {} : { when }) });
const track = (
  id: string,
  chords: readonly string[],
  title: string,
  run: VideoKey['run'],
  when = selected,
): VideoKey => ({ id, chords, group: messages.groups.tracks, title, changes: true, when, run });

/** Keys that do the same as in the editor of pictures, on the frame that is shown. */
const shared: readonly VideoKey[] = vectorKeys
  .filter(
    ({ id }) =>
      [
        'undo',
        'redo',
        'copy',
        'paste',
        'paste-in-place',
        'duplicate',
        'select-all',
        'select-class',
        'next',
        'previous',
        'repeat',
        'peek',
        'zoom-selection',
        'zoom-whole',
        'snap-vertices',
        'snap-borders',
      ].includes(id) || id.startsWith('class.'),
  )
  .map(({ when, run, line: _line, menu: _menu, ...key }) => ({
    ...key,
    ...(when === undefined ? {} : { when }),
    run: (editor: KeyedVideoEditor) => {
      // The last thing that was copied is what is pasted.
      if (key.id === 'copy') editor.keyFrames.forget();
      run(editor, editor.vector);
    },
  }));

/** The keys of the video editor; the first that matches and applies is taken. */
export const videoKeys: readonly VideoKey[] = [
  play('next-frame', ['F', 'Right'], messages.shared.nextFrame, ({ player }) => player.step(1)),
  play('previous-frame', ['D', 'Left'], messages.shared.previousFrame, ({ player }) => player.step(-1)),
  play('jump-forward', ['Shift+F', 'Shift+Right'], messages.videoKeys.someFramesOn, editor =>
    editor.player.step(editor.jump),
  ),
  play('jump-back', ['Shift+D', 'Shift+Left'], messages.videoKeys.someFramesBack, editor =>
    editor.player.step(-editor.jump),
  ),
  play('next-key', ['R'], messages.shared.nextKeyFrame, editor => goToKey(editor, 1)),
  play('previous-key', ['E'], messages.shared.previousKeyFrame, editor => goToKey(editor, -1)),
  play('first-frame', ['Home', 'Ctrl+Left'], messages.videoKeys.firstFrame, ({ player }) => player.seek(0)),
  play('last-frame', ['End', 'Ctrl+Right'], messages.videoKeys.lastFrame, ({ player }) =>
    player.seek(player.table.last),
  ),
  play('next-check', ['U'], messages.videoKeys.nextFrameToCheck, goToCheck),
  play('go-to', ['`'], messages.videoKeys.goToAFrame, editor => editor.askFrame()),
  play('slower', ['Shift+,'], messages.videoKeys.slower, ({ player }) => player.nudgeSpeed(-1)),
  play('faster', ['Shift+.'], messages.videoKeys.faster, ({ player }) => player.nudgeSpeed(1)),
  play('shuttle-back', ['J'], messages.videoKeys.playBackwards, editor => editor.shuttle(-1)),
  play('shuttle', ['L'], messages.videoKeys.playForwards, editor => editor.shuttle(1)),
  play(
    'shuttle-stop',
    ['K'],
    messages.videoKeys.stop,
    ({ player }) => player.pause(),
    ({ player }) => player.state.playing,
  ),
  track('toggle-key', ['K'], messages.videoKeys.makeOrRemoveAKeyFrame, ({ tracks }) => tracks.toggleKey()),
  track('outside', ['O'], messages.videoKeys.outsideFromHereOn, ({ tracks }) => tracks.toggleOutside(), selecting),
  play('range-start', ['I'], messages.videoKeys.beginARangeHere, ({ marked, player }) =>
    marked.begin(player.state.frame),
  ),
  play('range-end', ['O'], messages.videoKeys.endTheRangeHere, ({ marked, player }) => marked.end(player.state.frame)),
  play(
    'range-clear',
    ['Alt+X'],
    messages.videoKeys.clearTheRange,
    ({ marked }) => marked.clear(),
    ({ marked }) => marked.range !== undefined,
  ),
  track('occluded', ['Q'], messages.videoKeys.occludedOrNot, ({ tracks }) => tracks.toggleOccluded()),
  track('start-here', ['['], messages.shared.startHere, ({ tracks }) => tracks.setStart()),
  track('end-here', [']'], messages.shared.endHere, ({ tracks }) => tracks.setEnd()),
  track('propagate', ['Ctrl+B'], messages.videoKeys.repeatOnTheNext10Frames, ({ tracks }) => tracks.propagate()),
  track('track', ['Shift+T'], messages.videoKeys.trackTheObjectFromHere, editor => editor.trackSelection()),
  track(
    'track-in-background',
    ['Alt+T'],
    messages.videoKeys.trackInBackground,
    ({ tracking, tracks }) => void tracking.background?.begin(tracks.tracks),
    editor => selected(editor) && editor.tracking.background !== undefined,
  ),
  track('merge', ['M'], messages.shared.mergeTracks, ({ tracks }) => tracks.merge()),
  track('split', ['Alt+M'], messages.shared.splitHere, ({ tracks }) => tracks.split()),
  track('group', ['Ctrl+G'], messages.videoKeys.group, ({ tracks }) => tracks.setGroup(true)),
  track('ungroup', ['Ctrl+Shift+G'], messages.videoKeys.ungroup, ({ tracks }) => tracks.setGroup(false)),
  {
    id: 'copy-tracks',
    chords: ['Alt+C'],
    group: messages.groups.tracks,
    title: messages.videoKeys.copyTracksWithAllKeyFrames,
    when: selected,
    run: ({ tracks }) => tracks.copyTracks(),
  },
  {
    id: 'paste-tracks',
    chords: ['Alt+V'],
    group: messages.groups.tracks,
    title: messages.videoKeys.pasteTracksAtTheSameTimes,
    changes: true,
    run: ({ tracks }) => tracks.pasteTracks(),
  },
  {
    id: 'copy-keys',
    chords: ['Ctrl+C'],
    group: messages.groups.tracks,
    title: messages.videoKeys.copyMarkedKeyFrames,
    when: ({ keyFrames }) => keyFrames.any,
    run: ({ keyFrames }) => keyFrames.remember(),
  },
  track(
    'paste-keys',
    ['Ctrl+V'],
    messages.videoKeys.pasteKeyFramesHere,
    ({ keyFrames }) => keyFrames.paste(),
    ({ keyFrames }) => keyFrames.anyCopied,
  ),
  track(
    'delete-keys',
    ['Delete', 'Backspace'],
    messages.videoKeys.deleteMarkedKeyFrames,
    ({ keyFrames }) => keyFrames.remove(),
    ({ keyFrames }) => keyFrames.any,
  ),
  track('delete', ['Delete', 'Backspace'], 'Delete', ({ tracks }) => tracks.delete(false)),
  track('delete-from-here', ['Shift+Delete', 'Shift+Backspace'], messages.shared.deleteFromHereOn, ({ tracks }) =>
    tracks.deleteFromHere(),
  ),
  {
    id: 'event',
    chords: ['Shift+E'],
    group: messages.groups.tracks,
    title: messages.videoKeys.beginAnEventHere,
    changes: true,
    run: ({ tracks }) => tracks.markEvent(),
  },
  {
    id: 'lock',
    chords: ['Alt+L'],
    group: messages.groups.selection,
    title: messages.videoKeys.lockOrUnlock,
    changes: true,
    when: selected,
    run: ({ vector }) => vector.selection.toggleLock(),
  },
  {
    id: 'hide',
    chords: ['Alt+H'],
    group: messages.groups.selection,
    title: messages.videoKeys.hideOrShow,
    changes: true,
    when: selected,
    run: ({ vector }) => vector.selection.toggleHide(),
  },
  tool('select', ['V'], messages.videoKeys.select),
  tool('box', ['B'], messages.videoKeys.box),
  tool('rotated-box', ['Shift+R'], messages.videoKeys.rotatedBox),
  tool('polygon', ['P'], messages.videoKeys.polygon),
  tool('polyline', ['Shift+L'], messages.videoKeys.polyline),
  tool('point', ['.'], messages.videoKeys.point),
  tool('ellipse', ['Shift+O'], messages.videoKeys.ellipse),
  tool('template', ['Shift+K'], messages.videoKeys.skeleton),
  tool('tag', ['T'], messages.videoKeys.tag),
  ...shared,
  {
    id: 'labels',
    chords: ['Shift+I'],
    group: messages.groups.view,
    title: messages.videoKeys.labelsOnOrOff,
    run: editor => editor.toggleLabels(),
  },
  {
    id: 'fit',
    chords: ['Shift+Home'],
    group: messages.groups.view,
    title: messages.videoKeys.fitThePicture,
    run: editor => editor.fit(),
  },
];

const gestures: readonly EditorShortcut[] = [
  { group: messages.groups.playing, title: messages.videoKeys.playOrPause, keys: ['Space'] },
  { group: messages.groups.view, title: messages.videoKeys.pan, keys: ['Space+drag', messages.videoKeys.middleButton] },
  { group: messages.groups.view, title: messages.videoKeys.zoomAtThePointer, keys: [messages.videoKeys.wheel] },
  { group: messages.groups.timeline, title: messages.videoKeys.zoomAtThePointer, keys: ['Ctrl+wheel'] },
  {
    group: messages.groups.timeline,
    title: messages.videoKeys.markKeyFrames,
    keys: [messages.videoKeys.dragOverEmptyRow, 'Ctrl+click'],
  },
  { group: messages.groups.timeline, title: messages.videoKeys.moveMarkedKeyFrames, keys: [messages.videoKeys.drag] },
  { group: messages.groups.timeline, title: messages.videoKeys.copyByDragging, keys: ['Alt+drag'] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function videoShortcuts(chordsOf: (key: VideoKey) => readonly string[]): readonly EditorShortcut[] {
  return [...videoKeys.map(key => ({ group: key.group, title: key.title, keys: chordsOf(key) })), ...gestures];
}
