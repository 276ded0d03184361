import type { SkeletonDraft } from './skeleton-draft.ts';

/** A skeleton that many data sets use. Left and right are those of the person, who faces the viewer. */
export interface SkeletonPreset {
  readonly id: string;
  readonly name: string;
  readonly skeleton: SkeletonDraft;
}

type Point = readonly [name: string, x: number, y: number];
type Line = readonly [number, number];

function skeletonOf(points: readonly Point[], connections: readonly Line[]): SkeletonDraft {
  return {
    points: points.map(([, x, y]) => ({ x: Math.round(x), y: Math.round(y) })),
    connections,
    labels: points.map(([name]) => name),
  };
}

/** Lines along points that follow each other, back to the first one when `closed`. */
function chain(first: number, count: number, closed = false): readonly Line[] {
  const lines = Array.from({ length: count - 1 }, (_, at): Line => [first + at, first + at + 1]);
  return closed ? [...lines, [first + count - 1, first]] : lines;
}

/** Key points and their lines as COCO has them. */
const person = skeletonOf(
  [
    ['nose', 320, 70],
    ['left_eye', 334, 58],
    ['right_eye', 306, 58],
    ['left_ear', 352, 66],
    ['right_ear', 288, 66],
    ['left_shoulder', 376, 130],
    ['right_shoulder', 264, 130],
    ['left_elbow', 410, 200],
    ['right_elbow', 230, 200],
    ['left_wrist', 424, 266],
    ['right_wrist', 216, 266],
    ['left_hip', 352, 266],
    ['right_hip', 288, 266],
    ['left_knee', 358, 356],
    ['right_knee', 282, 356],
    ['left_ankle', 362, 444],
    ['right_ankle', 278, 444],
  ],
  [
    [15, 13],
    [13, 11],
    [16, 14],
    [14, 12],
    [11, 12],
    [5, 11],
    [6, 12],
    [5, 6],
    [5, 7],
    [6, 8],
    [7, 9],
    [8, 10],
    [1, 2],
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 4],
    [3, 5],
    [4, 6],
  ],
);

/** The 21 landmarks of a hand that trackers of hands give. */
const hand = skeletonOf(
  [
    ['wrist', 320, 440],
    ['thumb_cmc', 258, 404],
    ['thumb_mcp', 212, 352],
    ['thumb_ip', 180, 308],
    ['thumb_tip', 152, 270],
    ['index_finger_mcp', 262, 262],
    ['index_finger_pip', 248, 186],
    ['index_finger_dip', 242, 138],
    ['index_finger_tip', 238, 96],
    ['middle_finger_mcp', 308, 250],
    ['middle_finger_pip', 306, 164],
    ['middle_finger_dip', 304, 110],
    ['middle_finger_tip', 302, 64],
    ['ring_finger_mcp', 352, 258],
    ['ring_finger_pip', 360, 180],
    ['ring_finger_dip', 364, 130],
    ['ring_finger_tip', 368, 88],
    ['pinky_mcp', 394, 282],
    ['pinky_pip', 416, 222],
    ['pinky_dip', 428, 184],
    ['pinky_tip', 438, 150],
  ],
  [
    ...chain(0, 5),
    [0, 5],
    ...chain(5, 4),
    [5, 9],
    ...chain(9, 4),
    [9, 13],
    ...chain(13, 4),
    [13, 17],
    ...chain(17, 4),
    [0, 17],
  ],
);

/** Points on an ellipse. Angles in degrees, clockwise on the screen from its right end. */
function along(
  name: string,
  count: number,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  [from, to]: readonly [number, number],
): readonly Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((from + ((to - from) * at) / (count - 1)) * Math.PI) / 180;
    return [`${name}_${at + 1}`, x + width * Math.cos(angle), y + height * Math.sin(angle)];
  });
}

/** A ring begins at its left corner and goes over the top; it does not come back to its first point. */
const ring = (
  name: string,
  count: number,
  centre: readonly [number, number],
  size: readonly [number, number],
): readonly Point[] => along(name, count, centre, size, [180, 180 + 360 - 360 / count]);

/** The 68 landmarks of faces in the order of the iBUG 300-W data set. */
const face = skeletonOf(
  [
    ...along('jaw', 17, [320, 190], [150, 250], [180, 0]),
    ...along('right_eyebrow', 5, [250, 150], [50, 26], [190, 340]),
    ...along('left_eyebrow', 5, [390, 150], [50, 26], [200, 350]),
    ...Array.from({ length: 4 }, (_, at): Point => [`nose_bridge_${at + 1}`, 320, 176 + at * 28]),
    ...along('nose_lower', 5, [320, 276], [34, 14], [180, 0]),
    ...ring('right_eye', 6, [254, 186], [28, 13]),
    ...ring('left_eye', 6, [386, 186], [28, 13]),
    ...ring('outer_lip', 12, [320, 346], [64, 30]),
    ...ring('inner_lip', 8, [320, 346], [44, 12]),
  ],
  [
    ...chain(0, 17),
    ...chain(17, 5),
    ...chain(22, 5),
    ...chain(27, 4),
    ...chain(31, 5),
    ...chain(36, 6, true),
    ...chain(42, 6, true),
    ...chain(48, 12, true),
    ...chain(60, 8, true),
  ],
);

export const skeletonPresets: readonly SkeletonPreset[] = [
  { id: 'coco-person', name: 'Person (COCO, 17 points)', skeleton: person },
  { id: 'hand', name: 'Hand (21 points)', skeleton: hand },
  { id: 'face', name: 'Face (68 points)', skeleton: face },
];
