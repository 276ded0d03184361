import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import type { AreaAct } from '../common/clipping/area-edits.ts';
import { arrangeKeys } from './arrange-keys.ts';
import { editKeys } from './edit-keys.ts';
import { vectorGestures } from './vector-gestures.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.vector';

const selected = (editor: KeyedEditor): boolean => editor.hasSelection;

const digits: readonly VectorKey[] = Array.from({ length: 10 }, (_, position) => ({
  id: `class.${position + 1}`,
  chords: [String((position + 1) % 10)],
  group: 'Classes',
  title: `Class ${position + 1}: selection, or next shape`,
  line: 'Class of the selection or the shape just drawn, else of the next one',
  changes: true,
  run: (editor, { selection }) =>
    editor.hasSelection && !editor.drawing ? selection.classify(position) : selection.chooseClass(position),
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
    chords: ['Shift+L'],
    group: 'Selection',
    title: 'Lock or unlock',
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'lock' },
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
  ...editKeys,
  {
    id: 'menu',
    chords: ['Shift+F10', 'ContextMenu'],
    group: 'Selection',
    title: 'Context menu',
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
    title: 'Hide selection (or all shapes). Hold to peek',
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

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function vectorShortcuts(
  chordsOf: (key: VectorKey) => readonly string[] = key => key.chords,
  keys: readonly VectorKey[] = vectorKeys,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of keys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values(), ...vectorGestures];
}
