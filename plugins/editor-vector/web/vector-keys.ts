import type { EditorShortcut } from '#plugins/editor/web/kit/editor-type.ts';
import type { SelectionCommands } from './selection-commands.ts';

/** What keys ask of the editor. */
export interface KeyedEditor {
  readonly hasSelection: boolean;
  readonly activeTool: string;
  setTool(id: string): void;
  repeatTool(): void;
  undo(): void;
  redo(): void;
  toggleLabels(): void;
  fit(): void;
  zoomTo(factor: number): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface VectorKey {
  readonly chords: readonly string[];
  readonly group: string;
  readonly title: string;
  /** Changes the document, so it is not offered when that is read-only. */
  readonly changes?: boolean;
  /** Absent: always. */
  readonly when?: (editor: KeyedEditor) => boolean;
  readonly run: (editor: KeyedEditor, commands: SelectionCommands) => void;
}

const selected = (editor: KeyedEditor): boolean => editor.hasSelection;
const selecting = (editor: KeyedEditor): boolean => editor.activeTool === 'select';
const selectedAndSelecting = (editor: KeyedEditor): boolean => selected(editor) && selecting(editor);

const digits: readonly VectorKey[] = Array.from({ length: 10 }, (_, position) => ({
  chords: [String((position + 1) % 10)],
  group: 'Classes',
  title: `Class ${position + 1}: of the selection, or of what is drawn next`,
  changes: true,
  run: (editor, commands) => (selectedAndSelecting(editor) ? commands.classify(position) : commands.chooseClass(position)),
}));

function arrow(key: string, x: number, y: number): readonly VectorKey[] {
  const step = (chord: string, title: string, pixels: number): VectorKey => ({
    chords: [chord],
    group: 'Selection',
    title,
    changes: true,
    when: selected,
    run: (_, commands) => commands.nudge({ x: x * pixels, y: y * pixels }),
  });
  return [step(key, 'Move by 1 pixel', 1), step(`Shift+${key}`, 'Move by 10 pixels', 10)];
}

function tool(id: string, chord: string, title: string, when?: VectorKey['when']): VectorKey {
  return { chords: [chord], group: 'Tools', title, ...(when === undefined ? {} : { when }), run: editor => editor.setTool(id) };
}

/** The keys of the vector editor; the first that matches and applies is taken. */
export const vectorKeys: readonly VectorKey[] = [
  tool('select', 'V', 'Select'),
  tool('box', 'B', 'Box'),
  tool('polygon', 'P', 'Polygon'),
  { chords: ['L', 'Alt+L'], group: 'Selection', title: 'Lock or unlock (with a selection)', changes: true, when: selectedAndSelecting, run: (_, commands) => commands.toggleLock() },
  tool('polyline', 'L', 'Polyline'),
  tool('point', '.', 'Point'),
  { chords: ['N'], group: 'Tools', title: 'Draw again with the last tool', run: editor => editor.repeatTool() },
  { chords: ['Delete', 'Backspace'], group: 'Selection', title: 'Delete', changes: true, when: selected, run: (_, commands) => commands.delete(false) },
  { chords: ['Shift+Delete', 'Shift+Backspace'], group: 'Selection', title: 'Delete, locked ones too', changes: true, when: selected, run: (_, commands) => commands.delete(true) },
  { chords: ['Ctrl+Z'], group: 'Edit', title: 'Undo', changes: true, run: editor => editor.undo() },
  { chords: ['Ctrl+Shift+Z', 'Ctrl+Y'], group: 'Edit', title: 'Redo', changes: true, run: editor => editor.redo() },
  { chords: ['Ctrl+C'], group: 'Edit', title: 'Copy', when: selected, run: (_, commands) => commands.copy() },
  { chords: ['Ctrl+V'], group: 'Edit', title: 'Paste under the pointer', changes: true, run: (_, commands) => commands.paste(false) },
  { chords: ['Ctrl+Shift+V'], group: 'Edit', title: 'Paste in place', changes: true, run: (_, commands) => commands.paste(true) },
  { chords: ['Ctrl+D'], group: 'Edit', title: 'Duplicate', changes: true, when: selected, run: (_, commands) => commands.duplicate() },
  { chords: ['Ctrl+A'], group: 'Selection', title: 'Select all that are visible', run: (_, commands) => commands.selectAll() },
  { chords: ['Tab'], group: 'Selection', title: 'Next shape', run: (_, commands) => commands.walk(1) },
  { chords: ['Shift+Tab'], group: 'Selection', title: 'Previous shape', run: (_, commands) => commands.walk(-1) },
  ...arrow('Left', -1, 0),
  ...arrow('Right', 1, 0),
  ...arrow('Up', 0, -1),
  ...arrow('Down', 0, 1),
  { chords: ['-'], group: 'Selection', title: 'To back', changes: true, when: selected, run: (_, commands) => commands.reorder('back') },
  { chords: ['+', '='], group: 'Selection', title: 'To front', changes: true, when: selected, run: (_, commands) => commands.reorder('front') },
  { chords: ['Alt+H'], group: 'Selection', title: 'Hide or show', changes: true, when: selected, run: (_, commands) => commands.toggleHide() },
  { chords: ['I'], group: 'View', title: 'Labels on or off', run: editor => editor.toggleLabels() },
  { chords: ['Home', 'Shift+1'], group: 'View', title: 'Fit the picture', run: editor => editor.fit() },
  { chords: ['Shift+0'], group: 'View', title: 'Zoom to 100 %', run: editor => editor.zoomTo(1) },
  { chords: ['Shift+2'], group: 'View', title: 'Zoom to the selection', when: selected, run: (_, commands) => commands.show() },
  ...digits,
];

const gestures: readonly EditorShortcut[] = [
  { group: 'View', title: 'Zoom at the pointer', keys: ['Wheel', 'Pinch'] },
  { group: 'View', title: 'Pan', keys: ['Space+drag', 'Middle button', 'Two fingers'] },
  { group: 'View', title: 'Pan sideways', keys: ['Shift+wheel'] },
  { group: 'View', title: 'Hide the selection; with none, all shapes. Held: look below', keys: ['H'] },
  { group: 'Drawing', title: 'Box from the centre, square', keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: 'End the shape', keys: ['Enter', 'N', 'Double click', 'Click on the first point'] },
  { group: 'Drawing', title: 'Take back the last point', keys: ['Backspace', 'Ctrl+Z', 'Esc'] },
  { group: 'Drawing', title: 'Free hand', keys: ['Shift+drag'] },
  { group: 'Drawing', title: 'Keep to 45°', keys: ['Shift+click'] },
  { group: 'Drawing', title: 'Insert a point', keys: ['Click on an edge'] },
  { group: 'Drawing', title: 'Delete a point', keys: ['Alt+click', 'Shift+click'] },
  { group: 'Selection', title: 'Add or take out', keys: ['Ctrl+click'] },
  { group: 'Selection', title: 'Select what lies inside', keys: ['Shift+drag'] },
  { group: 'Selection', title: 'Back: shape, tool, selection', keys: ['Esc'] },
];

/** All keys and gestures for the help sheet; the ten digits are one line, the four arrows two. */
export function vectorShortcuts(): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const { group, title, chords } of vectorKeys) {
    if (group === 'Classes') continue;
    const key = `${group} ${title}`;
    lines.set(key, { group, title, keys: [...(lines.get(key)?.keys ?? []), ...chords] });
  }
  return [...lines.values(), { group: 'Classes', title: 'Class of the selection, or of what is drawn next', keys: ['1 … 9, 0'] }, ...gestures];
}
