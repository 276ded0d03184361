import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/editor-type.ts';
import type { AreaAct } from '../common/clipping/area-edits.ts';
import { arrangeKeys } from './arrange-keys.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.vector';

const selected = (editor: KeyedEditor): boolean => editor.hasSelection;
const selecting = (editor: KeyedEditor): boolean => editor.activeTool === 'select';
const selectedAndSelecting = (editor: KeyedEditor): boolean => selected(editor) && selecting(editor);

const digits: readonly VectorKey[] = Array.from({ length: 10 }, (_, position) => ({
  id: `class.${position + 1}`,
  chords: [String((position + 1) % 10)],
  group: 'Classes',
  title: `Class ${position + 1}: of the selection, or of what is drawn next`,
  line: 'Class of the selection, or of what is drawn next',
  changes: true,
  run: (editor, { selection }) =>
    selectedAndSelecting(editor) ? selection.classify(position) : selection.chooseClass(position),
}));

function arrow(key: string, x: number, y: number): readonly VectorKey[] {
  const step = (chord: string, title: string, pixels: number): VectorKey => ({
    id: `move.${key.toLowerCase()}.${pixels}`,
    line: pixels === 1 ? 'Move by 1 pixel' : `Move by ${pixels} pixels`,
    chords: [chord],
    group: 'Selection',
    title,
    changes: true,
    when: selected,
    run: (_, { selection }) => selection.nudge({ x: x * pixels, y: y * pixels }),
  });
  return [
    step(key, `Move ${key.toLowerCase()} by 1 pixel`, 1),
    step(`Shift+${key}`, `Move ${key.toLowerCase()} by 10 pixels`, 10),
  ];
}

function tool(id: string, chord: string, title: string, when?: VectorKey['when']): VectorKey {
  return {
    id: `tool.${id}`,
    chords: [chord],
    group: 'Tools',
    title,
    ...(when === undefined ? {} : { when }),
    run: editor => editor.setTool(id),
  };
}

function combining(
  chord: string,
  title: string,
  act: AreaAct,
  menu: { readonly icon: string; readonly title: string },
): VectorKey {
  return {
    id: act,
    chords: [chord],
    group: 'Shapes',
    title,
    changes: true,
    when: selected,
    menu: { section: 'shape', ...menu },
    run: (_, { areas }) => areas.combine(act),
  };
}

/** The keys of the vector editor; the first that matches and applies is taken. */
export const vectorKeys: readonly VectorKey[] = [
  tool('select', 'V', 'Select'),
  tool('box', 'B', 'Box'),
  tool('rotated-box', 'R', 'Rotated box'),
  tool('polygon', 'P', 'Polygon'),
  {
    id: 'lock',
    chords: ['L', 'Alt+L'],
    group: 'Selection',
    title: 'Lock or unlock (with a selection)',
    changes: true,
    when: selectedAndSelecting,
    menu: { section: 'selection', icon: 'lock', title: 'Lock or unlock' },
    run: (_, { selection }) => selection.toggleLock(),
  },
  tool('polyline', 'L', 'Polyline'),
  tool('point', '.', 'Point'),
  tool('ellipse', 'O', 'Ellipse'),
  tool('cuboid', 'U', 'Cuboid'),
  tool('template', 'K', 'Template'),
  tool('tag', 'T', 'Tag'),
  { ...tool('slice', 'X', 'Slice along a line'), changes: true, menu: { section: 'shape', icon: 'slice' } },
  { ...tool('simplify', 'Shift+S', 'Simplify outlines'), changes: true, menu: { section: 'shape', icon: 'simplify' } },
  combining('J', 'Join; lines end to end', 'join', { icon: 'union', title: 'Join' }),
  combining('Shift+J', 'Intersect', 'intersect', { icon: 'intersect', title: 'Intersect' }),
  combining('W', 'Subtract the others from the one selected first', 'subtract', {
    icon: 'subtract',
    title: 'Subtract the others',
  }),
  combining('Alt+W', 'Subtract the others and delete them', 'cut-out', {
    icon: 'cutOut',
    title: 'Subtract and delete them',
  }),
  {
    id: 'box-mode',
    chords: ['Shift+B'],
    group: 'Tools',
    title: 'Box: corners, or four extreme points',
    run: editor =>
      editor.settings.set({ boxMode: editor.settings.state.boxMode === 'corners' ? 'extremes' : 'corners' }),
  },
  {
    id: 'polygon-hole',
    chords: ['Shift+P'],
    group: 'Tools',
    title: 'Polygon: cut a hole',
    changes: true,
    run: editor => editor.setPolygonMode('hole'),
  },
  {
    id: 'polygon-part',
    chords: ['Shift+N'],
    group: 'Tools',
    title: 'Polygon: draw another part of the selected one',
    changes: true,
    run: editor => editor.setPolygonMode('part'),
  },
  {
    id: 'snap-vertices',
    chords: ['Shift+V'],
    group: 'Snapping',
    title: 'Snap to vertices on or off',
    run: ({ settings }) => settings.set({ snapToVertices: !settings.state.snapToVertices }),
  },
  {
    id: 'snap-borders',
    chords: ['Shift+C'],
    group: 'Snapping',
    title: 'Snap to borders on or off',
    run: ({ settings }) => settings.set({ snapToBorders: !settings.state.snapToBorders }),
  },
  {
    id: 'shared-edges',
    chords: ['Shift+E'],
    group: 'Snapping',
    title: 'Shared edges on or off',
    run: ({ settings }) => settings.set({ sharedEdges: !settings.state.sharedEdges }),
  },
  {
    id: 'link',
    chords: ['Shift+K'],
    group: 'Snapping',
    title: 'Link near vertices of the selected polygons',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'link', title: 'Link vertices' },
    run: (_, { selection }) => selection.link(),
  },
  {
    id: 'unlink',
    chords: ['Shift+U'],
    group: 'Snapping',
    title: 'Unlink the vertices of the selected polygons',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'unlink', title: 'Unlink vertices' },
    run: (_, { selection }) => selection.unlink(),
  },
  {
    id: 'group',
    chords: ['Ctrl+G'],
    group: 'Selection',
    title: 'Group',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'group' },
    run: (_, { selection }) => selection.group(),
  },
  {
    id: 'ungroup',
    chords: ['Ctrl+Shift+G'],
    group: 'Selection',
    title: 'Ungroup',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'ungroup' },
    run: (_, { selection }) => selection.ungroup(),
  },
  {
    id: 'repeat',
    chords: ['N'],
    group: 'Tools',
    title: 'Draw again with the last tool',
    run: editor => editor.repeatTool(),
  },
  {
    id: 'undo',
    sameAs: 'editor.undo',
    chords: ['Ctrl+Z'],
    group: 'Edit',
    title: 'Undo',
    changes: true,
    run: editor => editor.undo(),
  },
  {
    id: 'redo',
    sameAs: 'editor.redo',
    chords: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    group: 'Edit',
    title: 'Redo',
    changes: true,
    run: editor => editor.redo(),
  },
  {
    id: 'copy',
    chords: ['Ctrl+C'],
    group: 'Edit',
    title: 'Copy',
    when: selected,
    menu: { section: 'edit', icon: 'copy' },
    run: (_, { selection }) => selection.copy(),
  },
  {
    id: 'paste',
    chords: ['Ctrl+V'],
    group: 'Edit',
    title: 'Paste under the pointer',
    changes: true,
    menu: { section: 'edit', icon: 'clipboard', title: 'Paste' },
    run: (_, { selection }) => selection.paste(false),
  },
  {
    id: 'paste-in-place',
    chords: ['Ctrl+Shift+V'],
    group: 'Edit',
    title: 'Paste in place',
    changes: true,
    menu: { section: 'edit', icon: 'clipboard' },
    run: (_, { selection }) => selection.paste(true),
  },
  {
    id: 'duplicate',
    chords: ['Ctrl+D'],
    group: 'Edit',
    title: 'Duplicate',
    changes: true,
    when: selected,
    menu: { section: 'edit', icon: 'duplicate' },
    run: (_, { selection }) => selection.duplicate(),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: 'Selection',
    title: 'Delete',
    changes: true,
    when: selected,
    menu: { section: 'edit', icon: 'trash' },
    run: (_, { selection }) => selection.delete(false),
  },
  {
    id: 'delete-locked',
    chords: ['Shift+Delete', 'Shift+Backspace'],
    group: 'Selection',
    title: 'Delete, locked ones too',
    changes: true,
    when: selected,
    run: (_, { selection }) => selection.delete(true),
  },
  {
    id: 'menu',
    chords: ['Shift+F10', 'ContextMenu'],
    group: 'Selection',
    title: 'Everything that can be done with it',
    run: editor => editor.openMenu(),
  },
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: 'Selection',
    title: 'Select all that are visible',
    run: (_, { selection }) => selection.selectAll(),
  },
  {
    id: 'select-class',
    chords: ['Ctrl+Shift+A'],
    group: 'Selection',
    title: 'Select all of the same class',
    when: selected,
    menu: { section: 'selection', icon: 'classes', title: 'Select this class' },
    run: (_, { selection }) => selection.selectClasses(),
  },
  {
    id: 'next',
    chords: ['Tab'],
    group: 'Selection',
    title: 'Next shape',
    run: (_, { selection }) => selection.walk(1),
  },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: 'Selection',
    title: 'Previous shape',
    run: (_, { selection }) => selection.walk(-1),
  },
  ...arrow('Left', -1, 0),
  ...arrow('Right', 1, 0),
  ...arrow('Up', 0, -1),
  ...arrow('Down', 0, 1),
  ...arrangeKeys,
  {
    id: 'hide',
    chords: ['Alt+H'],
    group: 'Selection',
    title: 'Hide or show',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'eye' },
    run: (_, { selection }) => selection.toggleHide(),
  },
  {
    id: 'peek',
    held: true,
    chords: ['H'],
    group: 'View',
    title: 'Hide the selection; with none, all shapes. Held: look below',
    run: editor => editor.pressHide(),
  },
  { id: 'labels', chords: ['I'], group: 'View', title: 'Labels on or off', run: editor => editor.toggleLabels() },
  { id: 'fit', chords: ['Home', 'Shift+1'], group: 'View', title: 'Fit the picture', run: editor => editor.fit() },
  { id: 'zoom-whole', chords: ['Shift+0'], group: 'View', title: 'Zoom to 100 %', run: editor => editor.zoomTo(1) },
  {
    id: 'zoom-selection',
    chords: ['Shift+2'],
    group: 'View',
    title: 'Zoom to the selection',
    when: selected,
    run: (_, { selection }) => selection.show(),
  },
  ...digits,
];

const gestures: readonly EditorShortcut[] = [
  { group: 'View', title: 'Zoom at the pointer', keys: ['Wheel', 'Pinch'] },
  { group: 'View', title: 'Pan', keys: ['Space+drag', 'Middle button', 'Two fingers'] },
  { group: 'View', title: 'Pan sideways', keys: ['Shift+wheel'] },
  { group: 'Drawing', title: 'Box from the centre, square', keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: 'End the shape', keys: ['Enter', 'N', 'Double click', 'Click on the first point'] },
  { group: 'Drawing', title: 'Take back the last point', keys: ['Backspace', 'Ctrl+Z', 'Esc'] },
  { group: 'Drawing', title: 'Free hand', keys: ['Drag', 'Shift+drag'] },
  { group: 'Drawing', title: 'Trace a neighbour’s border: first, middle, last', keys: ['Alt+click', 'Click', 'Click'] },
  { group: 'Drawing', title: 'Keep to 45°', keys: ['Shift+click'] },
  { group: 'Drawing', title: 'Insert a point', keys: ['Click on an edge'] },
  { group: 'Drawing', title: 'Delete a point', keys: ['Alt+click', 'Shift+click'] },
  { group: 'Drawing', title: 'Redraw a part, from a point', keys: ['Shift+drag'] },
  { group: 'Drawing', title: 'Label of a point', keys: ['Double click', 'F2'] },
  { group: 'Drawing', title: 'Scale from the centre, in proportion', keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: 'Turn in steps of 15°', keys: ['Shift'] },
  { group: 'Shapes', title: 'Slice right across, by clicks or a drag', keys: ['X'] },
  { group: 'Snapping', title: 'No snapping', keys: ['Ctrl held'] },
  { group: 'Selection', title: 'Add or take out', keys: ['Ctrl+click'] },
  { group: 'Selection', title: 'Select what lies inside', keys: ['Shift+drag'] },
  { group: 'Selection', title: 'The menu at the pointer', keys: ['Right click'] },
  { group: 'Selection', title: 'Back: shape, tool, selection', keys: ['Esc'] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function vectorShortcuts(
  chordsOf: (key: VectorKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of vectorKeys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values(), ...gestures];
}
