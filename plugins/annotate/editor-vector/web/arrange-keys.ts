import type { Side } from '../common/arrange.ts';
import type { OrderStep } from '../common/drawing-order.ts';
import type { VectorKey } from './vector-key.ts';

const whenSelected: NonNullable<VectorKey['when']> = editor => editor.hasSelection;

function ordering(id: string, chords: readonly string[], title: string, to: OrderStep, icon: string): VectorKey {
  return {
    id,
    chords,
    group: 'Arrange',
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'order', icon },
    run: (_, { arrange }) => arrange.reorder(to),
  };
}

function aligning(chord: string, title: string, side: Side, icon: string): VectorKey {
  return {
    id: `align.${side}`,
    chords: [chord],
    group: 'Arrange',
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'align', icon },
    run: (_, { arrange }) => arrange.align(side),
  };
}

function spreading(chord: string, title: string, axis: 'x' | 'y', icon: string): VectorKey {
  return {
    id: `distribute.${axis}`,
    chords: [chord],
    group: 'Arrange',
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'align', icon },
    run: (_, { arrange }) => arrange.distribute(axis),
  };
}

/** The keys that arrange the selected shapes. */
export const arrangeKeys: readonly VectorKey[] = [
  ordering('to-front', ['+', '='], 'To front', 'front', 'toFront'),
  ordering('forward', ['Ctrl+Up'], 'Forward', 'forward', 'forward'),
  ordering('backward', ['Ctrl+Down'], 'Backward', 'backward', 'backward'),
  ordering('to-back', ['-'], 'To back', 'back', 'toBack'),
  aligning('Alt+Shift+Left', 'Align left edges', 'left', 'alignLeft'),
  aligning('Alt+Shift+C', 'Align centres', 'centre', 'alignCentre'),
  aligning('Alt+Shift+Right', 'Align right edges', 'right', 'alignRight'),
  aligning('Alt+Shift+Up', 'Align upper edges', 'top', 'alignTop'),
  aligning('Alt+Shift+M', 'Align middles', 'middle', 'alignMiddle'),
  aligning('Alt+Shift+Down', 'Align lower edges', 'bottom', 'alignBottom'),
  spreading('Alt+Shift+H', 'Distribute horizontally', 'x', 'distributeAcross'),
  spreading('Alt+Shift+V', 'Distribute vertically', 'y', 'distributeDown'),
];
