import { lockAndHideKeys, undoKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import type { StageKey } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.point-cloud';

/** The editor as keys reach it. */
export interface KeyedCloudEditor {
  readonly hasSelection: boolean;
  /** One box is selected. */
  readonly hasBox: boolean;
  readonly isSequence: boolean;
  /** The selected box is shown in all frames. */
  readonly isBatch: boolean;
  /** A line or outline is being drawn. */
  readonly isDrawing: boolean;
  undo(): void;
  redo(): void;
  setTool(id: string): void;
  /** Moves the selected box in the view under the pointer, in steps to the right and up. */
  nudge(right: number, up: number): void;
  /** Turns it in the view under the pointer, in steps to the left. */
  turn(left: number, fits: boolean): void;
  step(by: 1 | -1): void;
  showFrame(by: number): void;
  resizePoints(by: number): void;
  togglePlay(): void;
  toggle(what: 'trajectory' | 'isolate' | 'labels' | 'unlabelled' | 'angle'): void;
  labelBox(): void;
  setBatch(isOpen: boolean): void;
  showAll(): void;
  uncrop(): void;
  finish(): void;
  back(): void;
  copyOn(): void;
  cut(side: 'start' | 'end'): void;
  keep(): void;
  forget(): void;
  flip(): void;
  delete(): void;
  duplicate(): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface CloudKey extends StageKey {
  /** Absent: always. */
  readonly when?: (editor: KeyedCloudEditor) => boolean;
  readonly run: (editor: KeyedCloudEditor, commands: { toggleLock(): void; toggleHide(): void }) => void;
}

const box = ({ hasBox }: KeyedCloudEditor): boolean => hasBox;
const selected = ({ hasSelection }: KeyedCloudEditor): boolean => hasSelection;
const sequence = ({ isSequence }: KeyedCloudEditor): boolean => isSequence;
const moving = ({ hasSelection, isSequence }: KeyedCloudEditor): boolean => hasSelection && isSequence;
const drawing = ({ isDrawing }: KeyedCloudEditor): boolean => isDrawing;

const tool = (id: string, chord: string, title: string): CloudKey => ({
  id: `tool.${id}`,
  chords: [chord],
  group: messages.groups.tools,
  title,
  run: editor => editor.setTool(id),
});

const onBox = (id: string, chords: readonly string[], title: string, run: CloudKey['run']): CloudKey => ({
  id,
  chords,
  group: messages.groups.box,
  title,
  changes: true,
  when: box,
  run,
});

const onTrack = (id: string, chord: string, title: string, run: CloudKey['run']): CloudKey => ({
  id,
  chords: [chord],
  group: messages.groups.sequence,
  title,
  changes: true,
  when: moving,
  run,
});

/** The keys of the point cloud editor; the first that matches and applies is taken. */
export const cloudKeys: readonly CloudKey[] = [
  onBox('flip', ['G'], messages.shared.flipHeading, editor => editor.flip()),
  tool('select', 'V', messages.shared.select),
  tool('cuboid', 'B', messages.shared.cuboid),
  tool('fit', 'Shift+G', messages.shared.fit),
  tool('polyline', 'L', messages.shared.polyline),
  tool('polygon', 'P', messages.shared.polygon),
  tool('point', 'O', messages.shared.point),
  tool('measure', 'M', messages.shared.measure),
  tool('crop', 'Shift+C', messages.shared.crop),
  tool('lasso', 'Shift+A', messages.shared.lasso),
  tool('brush', 'Shift+B', messages.shared.brush),
  tool('flood', 'Shift+F', messages.shared.flood),
  onBox('label-box', ['Shift+P'], messages.shared.labelBox, editor => editor.labelBox()),
  {
    id: 'unlabelled',
    chords: ['U'],
    group: messages.groups.view,
    title: messages.shared.unlabelled,
    run: editor => editor.toggle('unlabelled'),
  },
  onBox('left', ['A', 'Left'], messages.cloudKeys.moveLeft, editor => editor.nudge(-1, 0)),
  onBox('right', ['D', 'Right'], messages.cloudKeys.moveRight, editor => editor.nudge(1, 0)),
  onBox('up', ['W', 'Up'], messages.cloudKeys.moveUp, editor => editor.nudge(0, 1)),
  onBox('down', ['S', 'Down'], messages.cloudKeys.moveDown, editor => editor.nudge(0, -1)),
  onBox('turn-left', ['Q', ','], messages.cloudKeys.turnLeft, editor => editor.turn(1, false)),
  onBox('turn-right', ['E', '.'], messages.cloudKeys.turnRight, editor => editor.turn(-1, false)),
  onBox('turn-left-fit', ['R'], messages.cloudKeys.turnLeftFit, editor => editor.turn(1, true)),
  onBox('turn-right-fit', ['F'], messages.cloudKeys.turnRightFit, editor => editor.turn(-1, true)),
  {
    id: 'previous',
    chords: ['1', 'Shift+Tab'],
    group: messages.groups.selection,
    title: messages.cloudKeys.previousObject,
    run: editor => editor.step(-1),
  },
  {
    id: 'next',
    chords: ['2', 'Tab'],
    group: messages.groups.selection,
    title: messages.cloudKeys.nextObject,
    run: editor => editor.step(1),
  },
  {
    id: 'previous-frame',
    chords: ['3', 'PageUp'],
    group: messages.groups.sequence,
    title: messages.shared.previousFrame,
    when: sequence,
    run: editor => editor.showFrame(-1),
  },
  {
    id: 'next-frame',
    chords: ['4', 'PageDown'],
    group: messages.groups.sequence,
    title: messages.shared.nextFrame,
    when: sequence,
    run: editor => editor.showFrame(1),
  },
  {
    id: 'play',
    chords: ['Space'],
    group: messages.groups.sequence,
    title: messages.shared.play,
    when: sequence,
    run: editor => editor.togglePlay(),
  },
  onTrack('key', 'K', messages.shared.keyFrame, editor => editor.keep()),
  onTrack('remove-key', 'Shift+K', messages.shared.removeKeyFrame, editor => editor.forget()),
  onTrack('start', '[', messages.shared.startHere, editor => editor.cut('start')),
  onTrack('end', ']', messages.shared.endHere, editor => editor.cut('end')),
  onTrack('copy-on', 'Shift+PageDown', messages.shared.copyOn, editor => editor.copyOn()),
  {
    id: 'batch',
    chords: ['Shift+T'],
    group: messages.groups.sequence,
    title: messages.shared.batch,
    when: ({ hasBox, isSequence, isBatch }) => isBatch || (hasBox && isSequence),
    run: editor => editor.setBatch(!editor.isBatch),
  },
  {
    id: 'open-frame',
    chords: ['Enter'],
    group: messages.groups.sequence,
    title: messages.cloudKeys.openFrame,
    when: ({ isBatch }) => isBatch,
    run: editor => editor.setBatch(false),
  },
  {
    id: 'trajectory',
    chords: ['T'],
    group: messages.groups.sequence,
    title: messages.cloudKeys.trajectory,
    when: sequence,
    run: editor => editor.toggle('trajectory'),
  },
  {
    id: 'larger',
    chords: ['=', '+'],
    group: messages.groups.view,
    title: messages.cloudKeys.largerPoints,
    run: editor => editor.resizePoints(1),
  },
  {
    id: 'smaller',
    chords: ['-'],
    group: messages.groups.view,
    title: messages.cloudKeys.smallerPoints,
    run: editor => editor.resizePoints(-1),
  },
  {
    id: 'angle',
    chords: ['Shift+V'],
    group: messages.groups.view,
    title: messages.cloudKeys.changeView,
    run: editor => editor.toggle('angle'),
  },
  {
    id: 'show-all',
    chords: ['0', 'Home'],
    group: messages.groups.view,
    title: messages.cloudKeys.showAll,
    run: editor => editor.showAll(),
  },
  {
    id: 'isolate',
    chords: ['Shift+I'],
    group: messages.groups.view,
    title: messages.cloudKeys.isolate,
    run: editor => editor.toggle('isolate'),
  },
  {
    id: 'uncrop',
    chords: ['Alt+C'],
    group: messages.groups.view,
    title: messages.shared.removeCrop,
    run: editor => editor.uncrop(),
  },
  {
    id: 'labels',
    chords: ['I'],
    group: messages.groups.view,
    title: messages.cloudKeys.labels,
    run: editor => editor.toggle('labels'),
  },
  {
    id: 'finish',
    chords: ['Enter'],
    group: messages.groups.tools,
    title: messages.cloudKeys.finish,
    when: drawing,
    run: editor => editor.finish(),
  },
  {
    id: 'back',
    chords: ['Backspace'],
    group: messages.groups.tools,
    title: messages.cloudKeys.back,
    when: drawing,
    run: editor => editor.back(),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: messages.groups.selection,
    title: messages.cloudKeys.delete,
    changes: true,
    when: selected,
    run: editor => editor.delete(),
  },
  {
    id: 'duplicate',
    chords: ['Ctrl+D'],
    group: messages.groups.selection,
    title: messages.cloudKeys.duplicate,
    changes: true,
    when: box,
    run: editor => editor.duplicate(),
  },
  ...lockAndHideKeys(selected),
  ...undoKeys,
];
