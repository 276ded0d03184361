import type { EditorShortcut, StageKey } from '#plugins/annotate/editor/web/kit/index.ts';
import { lockAndHideKeys, undoKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import type { MaskCommands } from './mask-commands.ts';
import type { PixelOptions } from './pixel-options.ts';
import { overlapRules } from '../common/paint-rules.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.pixel';

/** What keys ask of the editor. */
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
  group: 'Classes',
  title: `Class ${position + 1}`,
  line: 'Class of the selection, or of what is painted next',
  changes: true,
  run: (editor, commands) => (selecting(editor) ? commands.classify(position) : commands.chooseClass(position)),
}));

function arrow(key: string, x: number, y: number): readonly PixelKey[] {
  const step = (chord: string, title: string, pixels: number): PixelKey => ({
    id: `move.${key.toLowerCase()}.${pixels}`,
    line: pixels === 1 ? 'Move by 1 pixel' : `Move by ${pixels} pixels`,
    chords: [chord],
    group: 'Selection',
    title,
    changes: true,
    when: selecting,
    run: (_, commands) => commands.nudge({ x: x * pixels, y: y * pixels }),
  });
  return [
    step(key, `Move ${key.toLowerCase()} by 1 pixel`, 1),
    step(`Shift+${key}`, `Move ${key.toLowerCase()} by 10 pixels`, 10),
  ];
}

const tool = (id: string, chords: readonly string[], title: string): PixelKey => ({
  id: `tool.${id}`,
  chords,
  group: 'Tools',
  title,
  run: editor => editor.setTool(id),
});

/** The keys of the pixel editor; the first that matches and applies is taken. */
export const pixelKeys: readonly PixelKey[] = [
  tool('select', ['V'], 'Select and move'),
  tool('brush', ['B'], 'Brush'),
  tool('eraser', ['E'], 'Eraser'),
  tool('polygon', ['P'], 'Polygon fill'),
  tool('polygon-erase', ['Shift+P'], 'Polygon erase'),
  tool('lasso', ['L'], 'Lasso'),
  tool('fill', ['K'], 'Fill'),
  tool('wand', ['W'], 'Magic wand'),
  tool('superpixel', ['S', 'U'], 'Superpixels'),
  {
    id: 'new-object',
    chords: ['N'],
    group: 'Painting',
    title: 'New object with the next stroke',
    changes: true,
    run: editor => editor.newObject(),
  },
  {
    id: 'smaller',
    chords: ['['],
    group: 'Painting',
    title: 'Smaller brush',
    run: editor => editor.options.resize(false),
  },
  { id: 'larger', chords: [']'], group: 'Painting', title: 'Larger brush', run: editor => editor.options.resize(true) },
  {
    id: 'overlap-rule',
    chords: ['O'],
    group: 'Painting',
    title: 'Next overlap rule',
    run: ({ options }) => {
      const at = overlapRules.findIndex(each => each.rule === options.settings.rule);
      options.set({ rule: overlapRules[(at + 1) % overlapRules.length]!.rule });
    },
  },
  {
    id: 'swap-class',
    chords: ['X'],
    group: 'Classes',
    title: 'Previous class',
    run: (_, commands) => commands.swapClass(),
  },
  {
    id: 'pick-class',
    chords: ['I'],
    group: 'Classes',
    title: 'Pick the class under the pointer',
    run: editor => editor.pickClass(),
  },
  // Without a selection the same key is that of a tool of intelligent help.
  {
    id: 'grow',
    chords: ['G'],
    group: 'Shape',
    title: 'Grow (with a selection)',
    changes: true,
    when: selected,
    run: ({ options }, commands) => commands.shape({ kind: 'grow', by: options.settings.reach }),
  },
  {
    id: 'shrink',
    chords: ['Shift+G'],
    group: 'Shape',
    title: 'Shrink',
    changes: true,
    run: ({ options }, commands) => commands.shape({ kind: 'shrink', by: options.settings.reach }),
  },
  {
    id: 'smooth',
    chords: ['Shift+S'],
    group: 'Shape',
    title: 'Smooth',
    changes: true,
    run: ({ options }, commands) => commands.shape({ kind: 'smooth', by: options.settings.reach }),
  },
  {
    id: 'fill-holes',
    chords: ['Shift+F'],
    group: 'Shape',
    title: 'Fill holes',
    changes: true,
    run: (_, commands) => commands.shape({ kind: 'fillHoles' }),
  },
  {
    id: 'merge',
    chords: ['M'],
    group: 'Shape',
    title: 'Merge the selected objects',
    changes: true,
    run: (_, commands) => commands.merge(),
  },
  {
    id: 'split',
    chords: ['Alt+M'],
    group: 'Shape',
    title: 'Split into connected parts',
    changes: true,
    run: (_, commands) => commands.split(),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: 'Selection',
    title: 'Delete',
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(false),
  },
  {
    id: 'delete-locked',
    chords: ['Shift+Delete', 'Shift+Backspace'],
    group: 'Selection',
    title: 'Delete, locked ones too',
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(true),
  },
  ...lockAndHideKeys(selected),
  {
    id: 'hide-all',
    chords: ['H', 'Alt+H'],
    group: 'View',
    title: 'Hide or show all masks',
    run: editor => editor.toggleHidden(),
  },
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: 'Selection',
    title: 'Select all',
    run: (_, commands) => commands.selectAll(),
  },
  { id: 'next', chords: ['Tab'], group: 'Selection', title: 'Next object', run: (_, commands) => commands.step(true) },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: 'Selection',
    title: 'Previous object',
    run: (_, commands) => commands.step(false),
  },
  ...undoKeys,
  {
    id: 'outlines',
    chords: ['T'],
    group: 'View',
    title: 'Outlines only',
    run: ({ options }) => options.set({ outline: !options.settings.outline }),
  },
  { id: 'fit', chords: ['Home', 'Shift+1'], group: 'View', title: 'Fit', run: editor => editor.fit() },
  { id: 'zoom-whole', chords: ['Shift+0'], group: 'View', title: '100 %', run: editor => editor.zoomTo(1) },
  {
    id: 'look-below',
    held: true,
    chords: ['Q'],
    group: 'View',
    title: 'Look below the masks while it is held',
    run: editor => editor.lookBelow(),
  },
  ...arrow('Left', -1, 0),
  ...arrow('Right', 1, 0),
  ...arrow('Up', 0, -1),
  ...arrow('Down', 0, 1),
  ...digits,
];

const gestures: readonly EditorShortcut[] = [
  { group: 'Painting', title: 'Straight line from the last stroke', keys: ['Shift+click'] },
  { group: 'Painting', title: 'Add to the selected object', keys: ['Shift+drag', 'Begin inside of it'] },
  { group: 'Painting', title: 'Brush erases, eraser paints', keys: ['Alt+drag'] },
  { group: 'Painting', title: 'Brush size', keys: ['[ ]', 'Alt+right drag'] },
  { group: 'Painting', title: 'Magic wand: more or less alike', keys: ['Drag'] },
  { group: 'Classes', title: 'Pick the class under the pointer', keys: ['Ctrl+click'] },
  { group: 'Selection', title: 'Add or take out', keys: ['Ctrl+click (Select)'] },
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
