import type { AreaAct } from '../common/clipping/area-edits.ts';
import { arrangeKeys } from './arrange-keys.ts';
import { editKeys } from './edit-keys.ts';
import { messages } from './messages.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.vector';

const selected = (editor: KeyedEditor): boolean => editor.hasSelection;

const digits: readonly VectorKey[] = Array.from({ length: 10 }, (_, position) => ({
  id: `class.${position + 1}`,
  chords: [String((position + 1) % 10)],
  group: messages.groups.classes,
  title: messages.vectorKeys.classCount(position + 1),
  line: messages.vectorKeys.classOfTheSelection,
  changes: true,
  run: (editor, { selection }) =>
    editor.hasSelection && !editor.drawing ? selection.classify(position) : selection.chooseClass(position),
}));

function arrow(key: string, x: number, y: number): readonly VectorKey[] {
  const step = (chord: string, title: string, pixels: number): VectorKey => ({
    id: `move.${key.toLowerCase()}.${pixels}`,
    line: pixels === 1 ? messages.vectorKeys.moveBy1Pixel : messages.vectorKeys.moveByPixels(pixels),
    chords: [chord],
    group: messages.groups.selection,
    title,
    changes: true,
    when: selected,
    run: (_, { selection }) => selection.nudge({ x: x * pixels, y: y * pixels }),
  });
  return [
    step(key, messages.vectorKeys.moveLowerCaseBy1Pixel(key.toLowerCase()), 1),
    step(`Shift+${key}`, messages.vectorKeys.moveLowerCaseBy10Pixels(key.toLowerCase()), 10),
  ];
}

function tool(id: string, chord: string, title: string, when?: VectorKey['when']): VectorKey {
  return {
    id: `tool.${id}`,
    chords: [chord],
    group: messages.groups.tools,
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
    group: messages.groups.shapes,
    title,
    changes: true,
    when: selected,
    menu: { section: 'shape', ...menu },
    run: (_, { areas }) => areas.combine(act),
  };
}

/** The keys of the vector editor; the first that matches and applies is taken. */
export const vectorKeys: readonly VectorKey[] = [
  tool('select', 'V', messages.shared.select),
  tool('box', 'B', messages.shared.box),
  tool('rotated-box', 'R', messages.shared.rotatedBox),
  tool('polygon', 'P', messages.shared.polygon),
  {
    id: 'lock',
    chords: ['Shift+L'],
    group: messages.groups.selection,
    title: messages.vectorKeys.lockOrUnlock,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'lock' },
    run: (_, { selection }) => selection.toggleLock(),
  },
  tool('polyline', 'L', messages.shared.polyline),
  tool('point', '.', messages.shared.point),
  tool('ellipse', 'O', messages.shared.ellipse),
  tool('cuboid', 'U', messages.shared.cuboid),
  tool('template', 'K', messages.shared.template),
  tool('tag', 'T', messages.shared.tag),
  {
    ...tool('slice', 'X', messages.vectorKeys.sliceAlongALine),
    changes: true,
    menu: { section: 'shape', icon: 'slice' },
  },
  {
    ...tool('simplify', 'Shift+S', messages.vectorKeys.simplifyOutlines),
    changes: true,
    menu: { section: 'shape', icon: 'simplify' },
  },
  combining('J', messages.vectorKeys.joinLinesEndToEnd, 'join', { icon: 'union', title: messages.shared.join }),
  combining('Shift+J', messages.shared.intersect, 'intersect', { icon: 'intersect', title: messages.shared.intersect }),
  combining('W', messages.vectorKeys.subtractTheOthers, 'subtract', {
    icon: 'subtract',
    title: messages.vectorKeys.subtractTheOthers2,
  }),
  combining('Alt+W', messages.vectorKeys.subtractTheOthersAndDeleteThem, 'cut-out', {
    icon: 'cutOut',
    title: messages.vectorKeys.subtractAndDeleteThem,
  }),
  {
    id: 'box-mode',
    chords: ['Shift+B'],
    group: messages.groups.tools,
    title: messages.vectorKeys.boxCornersOrFourExtremePoints,
    run: editor =>
      editor.settings.set({ boxMode: editor.settings.state.boxMode === 'corners' ? 'extremes' : 'corners' }),
  },
  {
    id: 'polygon-hole',
    chords: ['Shift+P'],
    group: messages.groups.tools,
    title: messages.vectorKeys.polygonCutAHole,
    changes: true,
    run: editor => editor.setPolygonMode('hole'),
  },
  {
    id: 'polygon-part',
    chords: ['Shift+N'],
    group: messages.groups.tools,
    title: messages.vectorKeys.polygonDrawAnotherPart,
    changes: true,
    run: editor => editor.setPolygonMode('part'),
  },
  {
    id: 'snap-vertices',
    chords: ['Shift+V'],
    group: messages.groups.snapping,
    title: messages.vectorKeys.snapToVerticesOnOrOff,
    run: ({ settings }) => settings.set({ snapToVertices: !settings.state.snapToVertices }),
  },
  {
    id: 'snap-borders',
    chords: ['Shift+C'],
    group: messages.groups.snapping,
    title: messages.vectorKeys.snapToBordersOnOrOff,
    run: ({ settings }) => settings.set({ snapToBorders: !settings.state.snapToBorders }),
  },
  {
    id: 'shared-edges',
    chords: ['Shift+E'],
    group: messages.groups.snapping,
    title: messages.vectorKeys.sharedEdgesOnOrOff,
    run: ({ settings }) => settings.set({ sharedEdges: !settings.state.sharedEdges }),
  },
  {
    id: 'link',
    chords: ['Shift+K'],
    group: messages.groups.snapping,
    title: messages.vectorKeys.linkNearVertices,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'link', title: messages.shared.linkVertices },
    run: (_, { links }) => links.link(),
  },
  {
    id: 'unlink',
    chords: ['Shift+U'],
    group: messages.groups.snapping,
    title: messages.vectorKeys.unlinkTheVertices,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'unlink', title: messages.shared.unlinkVertices },
    run: (_, { links }) => links.unlink(),
  },
  {
    id: 'group',
    chords: ['Ctrl+G'],
    group: messages.groups.selection,
    title: messages.vectorKeys.group,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'group' },
    run: (_, { selection }) => selection.group(),
  },
  {
    id: 'ungroup',
    chords: ['Ctrl+Shift+G'],
    group: messages.groups.selection,
    title: messages.vectorKeys.ungroup,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'ungroup' },
    run: (_, { selection }) => selection.ungroup(),
  },
  {
    id: 'repeat',
    chords: ['N'],
    group: messages.groups.tools,
    title: messages.vectorKeys.drawAgainWithTheLastTool,
    run: editor => editor.repeatTool(),
  },
  ...editKeys,
  {
    id: 'menu',
    chords: ['Shift+F10', 'ContextMenu'],
    group: messages.groups.selection,
    title: messages.shared.contextMenu,
    run: editor => editor.openMenu(),
  },
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: messages.groups.selection,
    title: messages.vectorKeys.selectAllThatAreVisible,
    run: (_, { selection }) => selection.selectAll(),
  },
  {
    id: 'select-class',
    chords: ['Ctrl+Shift+A'],
    group: messages.groups.selection,
    title: messages.vectorKeys.selectAllOfTheSameClass,
    when: selected,
    menu: { section: 'selection', icon: 'classes', title: messages.vectorKeys.selectThisClass },
    run: (_, { selection }) => selection.selectClasses(),
  },
  {
    id: 'next',
    chords: ['Tab'],
    group: messages.groups.selection,
    title: messages.vectorKeys.nextShape,
    run: (_, { selection }) => selection.walk(1),
  },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: messages.groups.selection,
    title: messages.vectorKeys.previousShape,
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
    group: messages.groups.selection,
    title: messages.vectorKeys.hideOrShow,
    changes: true,
    when: selected,
    menu: { section: 'selection', icon: 'eye' },
    run: (_, { selection }) => selection.toggleHide(),
  },
  {
    id: 'peek',
    held: true,
    chords: ['H'],
    group: messages.groups.view,
    title: messages.vectorKeys.hideSelection,
    run: editor => editor.pressHide(),
  },
  {
    id: 'labels',
    chords: ['I'],
    group: messages.groups.view,
    title: messages.vectorKeys.labelsOnOrOff,
    run: editor => editor.toggleLabels(),
  },
  {
    id: 'fit',
    chords: ['Home', 'Shift+Home'],
    group: messages.groups.view,
    title: messages.vectorKeys.fitThePicture,
    run: editor => editor.fit(),
  },
  {
    id: 'zoom-whole',
    chords: ['Shift+0'],
    group: messages.groups.view,
    title: messages.vectorKeys.zoomTo100,
    run: editor => editor.zoomTo(1),
  },
  {
    id: 'zoom-selection',
    chords: ['Shift+Z'],
    group: messages.groups.view,
    title: messages.vectorKeys.zoomToTheSelection,
    when: selected,
    run: (_, { selection }) => selection.show(),
  },
  ...digits,
];
