import type { VectorKey } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { measureKey, vectorKeys } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { messages } from './messages.ts';

/** Place of the editor's keys among those of the person. */
export const keyScope = 'editor.tiled';

/** Actions of the keys of the tiled editor, beside those of the vector editor. */
export interface TiledActions {
  goTo(): void;
  zoomLevel(direction: 1 | -1): void;
  nextCell(): void;
  stepCell(across: number, down: number): void;
  toggleSeen(): void;
}

interface TiledKey extends Pick<VectorKey, 'id' | 'chords' | 'title' | 'line'> {
  readonly group: string;
  readonly act: (actions: TiledActions) => void;
}

const step = (key: string, across: number, down: number): TiledKey => ({
  id: `cell.${key.toLowerCase()}`,
  chords: [`Shift+${key}`],
  group: messages.groups.view,
  title: messages.tiledKeys.goToTheCell(
    { Left: messages.tiledKeys.onTheLeft, Right: messages.tiledKeys.onTheRight, Up: 'above', Down: 'below' }[key]!,
  ),
  line: messages.tiledKeys.goToTheNeighbouringCell,
  act: actions => actions.stepCell(across, down),
});

const ownKeys: readonly TiledKey[] = [
  {
    id: 'go-to',
    chords: ['Ctrl+L'],
    group: messages.groups.view,
    title: messages.shared.goToCoordinates,
    act: actions => actions.goTo(),
  },
  {
    id: 'level-in',
    chords: ['='],
    group: messages.groups.view,
    title: messages.tiledKeys.zoomInByALevel,
    act: actions => actions.zoomLevel(1),
  },
  {
    id: 'level-out',
    chords: ['-'],
    group: messages.groups.view,
    title: messages.tiledKeys.zoomOutByALevel,
    act: actions => actions.zoomLevel(-1),
  },
  {
    id: 'next-cell',
    chords: ['F'],
    group: messages.groups.view,
    title: messages.shared.nextCellNotSeenYet,
    act: actions => actions.nextCell(),
  },
  {
    id: 'seen-cells',
    chords: ['Shift+G'],
    group: messages.groups.view,
    title: messages.tiledKeys.showOrHideWhichCells,
    act: actions => actions.toggleSeen(),
  },
  step('Left', -1, 0),
  step('Right', 1, 0),
  step('Up', 0, -1),
  step('Down', 0, 1),
];

/** The keys that the tiled editor has beside those of the vector editor. */
export const tiledKeys = (actions: TiledActions): readonly VectorKey[] => [
  measureKey,
  ...ownKeys.map(({ act, ...key }): VectorKey => ({ ...key, run: () => act(actions) })),
];

/** All keys of the editor, for the list in which people choose their own. */
export const declaredKeys: readonly Pick<VectorKey, 'id' | 'chords' | 'group' | 'title'>[] = [
  ...vectorKeys,
  measureKey,
  ...ownKeys,
];
