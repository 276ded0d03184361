import type { EditorShortcut, StageKey } from '#plugins/annotate/editor/web/kit/index.ts';
import { lockAndHideKeys, undoKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import type { MaskCommands } from './mask-commands.ts';
import type { PixelOptions } from './pixel-options.ts';
import { overlapRules } from '../common/paint-rules.ts';
import { messages } from './messages.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.pixel';

/** Part of the editor that keys need. */
export interface KeyedPixelEditor {
  readonly hasSelection: boolean;
  readonly activeTool: string;
  readonly options: PixelOptions;
  setTool(id: string): void;
  /** The next paint is a new object. */
  newObject(): void;
  undo(): void;
  redo(): void;
  toggleHidden(): void;
  /** The key that looks below the masks went down. */
  lookBelow(): void;
  fit(): void;
  zoomTo(factor: number): void;
  pickClass(): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface PixelKey extends StageKey {
  /** Line of the help sheet that several keys share; the title when absent. */
  readonly line?: string;
  /** Absent: always. */
  readonly when?: (editor: KeyedPixelEditor) => boolean;
  readonly run: (editor: KeyedPixelEditor, commands: MaskCommands) => void;
}

const selected = (editor: KeyedPixelEditor): boolean => editor.hasSelection;
const selecting = (editor: KeyedPixelEditor): boolean => editor.hasSelection && editor.activeTool === 'select';

const digits: readonly PixelKey[] = Array.from({ length: 10 }, (_, position) => ({
  id: `class.${position + 1}`,
  chords: [String((position + 1) % 10)],
  group: messages.groups.classes,
  title: messages.pixelKeys.classCount(position + 1),
  line: messages.pixelKeys.classOfTheSelection,
  changes: true,
  run: (editor, commands) => (selecting(editor) ? commands.classify(position) : commands.chooseClass(position)),
}));

function arrow(key: string, x: number, y: number): readonly PixelKey[] {
  const step = (chord: string, title: string, pixels: number): PixelKey => ({
    id: `move.${key.toLowerCase()}.${pixels}`,
    line: pixels === 1 ? messages.pixelKeys.moveBy1Pixel : messages.pixelKeys.moveByPixels(pixels),
    chords: [chord],
    group: messages.groups.selection,
    title,
    changes: true,
    when: selecting,
    run: (_, commands) => commands.nudge({ x: x * pixels, y: y * pixels }),
  });
  return [
    step(key, messages.pixelKeys.moveLowerCaseBy1Pixel(key.toLowerCase()), 1),
    step(`Shift+${key}`, messages.pixelKeys.moveLowerCaseBy10Pixels(key.toLowerCase()), 10),
  ];
}

const tool = (id: string, chords: readonly string[], title: string): PixelKey => ({
  id: `tool.${id}`,
  chords,
  group: messages.groups.tools,
  title,
  run: editor => editor.setTool(id),
});

/** The keys of the pixel editor; the first that matches and applies is taken. */
export const pixelKeys: readonly PixelKey[] = [
  tool('select', ['V'], messages.shared.selectAndMove),
  tool('brush', ['B'], messages.pixelKeys.brush),
  tool('eraser', ['E'], messages.pixelKeys.eraser),
  tool('polygon', ['P'], messages.shared.polygonFill),
  tool('polygon-erase', ['Shift+P'], messages.shared.polygonErase),
  tool('lasso', ['L'], messages.pixelKeys.lasso),
  tool('fill', ['K'], messages.pixelKeys.fill),
  tool('wand', ['W'], messages.shared.magicWand),
  tool('superpixel', ['S', 'U'], messages.pixelKeys.superpixels),
  {
    id: 'new-object',
    chords: ['N'],
    group: messages.groups.painting,
    title: messages.pixelKeys.newObjectWithTheNextStroke,
    changes: true,
    run: editor => editor.newObject(),
  },
  {
    id: 'smaller',
    chords: ['['],
    group: messages.groups.painting,
    title: messages.pixelKeys.smallerBrush,
    run: editor => editor.options.resize(false),
  },
  {
    id: 'larger',
    chords: [']'],
    group: messages.groups.painting,
    title: messages.pixelKeys.largerBrush,
    run: editor => editor.options.resize(true),
  },
  {
    id: 'overlap-rule',
    chords: ['O'],
    group: messages.groups.painting,
    title: messages.pixelKeys.nextOverlapRule,
    run: ({ options }) => {
      const at = overlapRules.findIndex(each => each.rule === options.settings.rule);
      options.set({ rule: overlapRules[(at + 1) % overlapRules.length]!.rule });
    },
  },
  {
    id: 'swap-class',
    chords: ['X'],
    group: messages.groups.classes,
    title: messages.pixelKeys.previousClass,
    run: (_, commands) => commands.swapClass(),
  },
  {
    id: 'pick-class',
    chords: ['I'],
    group: messages.groups.classes,
    title: messages.pixelKeys.pickTheClassUnderThePointer,
    run: editor => editor.pickClass(),
  },
  // Without a selection the same key is that of a tool of intelligent help.
  {
    id: 'grow',
    chords: ['G'],
    group: messages.groups.shape,
    title: messages.pixelKeys.growWithASelection,
    changes: true,
    when: selected,
    run: ({ options }, commands) => commands.shape({ kind: 'grow', by: options.settings.reach }),
  },
  {
    id: 'shrink',
    chords: ['Shift+G'],
    group: messages.groups.shape,
    title: messages.shared.shrink,
    changes: true,
    run: ({ options }, commands) => commands.shape({ kind: 'shrink', by: options.settings.reach }),
  },
  {
    id: 'smooth',
    chords: ['Shift+S'],
    group: messages.groups.shape,
    title: messages.shared.smooth,
    changes: true,
    run: ({ options }, commands) => commands.shape({ kind: 'smooth', by: options.settings.reach }),
  },
  {
    id: 'fill-holes',
    chords: ['Shift+F'],
    group: messages.groups.shape,
    title: messages.shared.fillHoles,
    changes: true,
    run: (_, commands) => commands.shape({ kind: 'fillHoles' }),
  },
  {
    id: 'merge',
    chords: ['M'],
    group: messages.groups.shape,
    title: messages.pixelKeys.mergeTheSelectedObjects,
    changes: true,
    run: (_, commands) => commands.merge(),
  },
  {
    id: 'split',
    chords: ['Alt+M'],
    group: messages.groups.shape,
    title: messages.shared.splitIntoConnectedParts,
    changes: true,
    run: (_, commands) => commands.split(),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: messages.groups.selection,
    title: messages.pixelKeys.delete,
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(false),
  },
  {
    id: 'delete-locked',
    chords: ['Shift+Delete', 'Shift+Backspace'],
    group: messages.groups.selection,
    title: messages.pixelKeys.deleteLockedOnesToo,
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(true),
  },
  ...lockAndHideKeys(selected),
  {
    id: 'hide-all',
    chords: ['H', 'Alt+H'],
    group: messages.groups.view,
    title: messages.pixelKeys.hideOrShowAllMasks,
    run: editor => editor.toggleHidden(),
  },
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: messages.groups.selection,
    title: messages.pixelKeys.selectAll,
    run: (_, commands) => commands.selectAll(),
  },
  {
    id: 'next',
    chords: ['Tab'],
    group: messages.groups.selection,
    title: messages.pixelKeys.nextObject,
    run: (_, commands) => commands.step(true),
  },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: messages.groups.selection,
    title: messages.pixelKeys.previousObject,
    run: (_, commands) => commands.step(false),
  },
  ...undoKeys,
  {
    id: 'outlines',
    chords: ['T'],
    group: messages.groups.view,
    title: messages.pixelKeys.outlinesOnly,
    run: ({ options }) => options.set({ outline: !options.settings.outline }),
  },
  {
    id: 'fit',
    chords: ['Home', 'Shift+Home'],
    group: messages.groups.view,
    title: messages.pixelKeys.fit,
    run: editor => editor.fit(),
  },
  {
    id: 'zoom-whole',
    chords: ['Shift+0'],
    group: messages.groups.view,
    title: '100 %',
    run: editor => editor.zoomTo(1),
  },
  {
    id: 'look-below',
    held: true,
    chords: ['Q'],
    group: messages.groups.view,
    title: messages.pixelKeys.lookBelowTheMasksWhile,
    run: editor => editor.lookBelow(),
  },
  ...arrow('Left', -1, 0),
  ...arrow('Right', 1, 0),
  ...arrow('Up', 0, -1),
  ...arrow('Down', 0, 1),
  ...digits,
];

const gestures: readonly EditorShortcut[] = [
  { group: messages.groups.painting, title: messages.pixelKeys.straightLineFromTheLastStroke, keys: ['Shift+click'] },
  {
    group: messages.groups.painting,
    title: messages.pixelKeys.addToTheSelectedObject,
    keys: ['Shift+drag', messages.pixelKeys.beginInsideOfIt],
  },
  { group: messages.groups.painting, title: messages.pixelKeys.brushErases, keys: ['Alt+drag'] },
  {
    group: messages.groups.painting,
    title: messages.pixelKeys.brushSize,
    keys: ['[ ]', messages.pixelKeys.altRightDrag],
  },
  { group: messages.groups.painting, title: messages.pixelKeys.magicWand, keys: [messages.pixelKeys.drag] },
  { group: messages.groups.classes, title: messages.pixelKeys.pickTheClassUnderThePointer, keys: ['Ctrl+click'] },
  { group: messages.groups.selection, title: messages.pixelKeys.addOrTakeOut, keys: ['Ctrl+click (Select)'] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function pixelShortcuts(
  chordsOf: (key: PixelKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of pixelKeys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values(), ...gestures];
}
