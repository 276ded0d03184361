/** A setting as the form shows it. Names that are not here are set by the features they belong to. */
export interface SettingField {
  readonly attribute: string;
  readonly label: string;
  readonly description?: string;
  readonly kind: 'switch' | 'number' | 'choice';
  readonly options?: readonly { readonly value: number; readonly label: string }[];
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
  /** Digits after the point; whole numbers when absent. */
  readonly decimals?: number;
  /** Project types that show it; all when absent. */
  readonly types?: readonly number[];
}

/** A heading and its settings. */
export interface SettingGroup {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

const IMAGES = [1, 2, 5];
const VIDEO = [3];
const TEXT = [4];

export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Images',
    fields: [
      { attribute: 'ImageQuality', label: 'Shown quality', kind: 'choice', types: IMAGES, options: [{ value: 60, label: 'Compressed, faster' }, { value: 100, label: 'Original' }] },
      { attribute: 'Brightness', label: 'Brightness at first', kind: 'number', min: -100, max: 100, suffix: ' %', types: IMAGES },
      { attribute: 'Contrast', label: 'Contrast at first', kind: 'number', min: -100, max: 100, suffix: ' %', types: IMAGES },
      { attribute: 'Fill', label: 'Fill of objects', kind: 'number', min: 0, max: 100, suffix: ' %', types: IMAGES },
      { attribute: 'Lines', label: 'Width of lines', kind: 'number', min: 0, max: 100, suffix: ' px', types: IMAGES },
      { attribute: 'ShowLabels', label: 'Show class names on the image', kind: 'switch', types: IMAGES },
      { attribute: 'FontSize', label: 'Size of class names', kind: 'number', min: 1, max: 100, suffix: ' px', types: IMAGES },
      { attribute: 'PointSize', label: 'Size of points', kind: 'number', min: 0, max: 100, suffix: ' px', types: IMAGES },
    ],
  },
  {
    title: 'Video',
    fields: [
      { attribute: 'FrameMode', label: 'Go by frames', kind: 'switch', types: VIDEO },
      { attribute: 'FrameRate', label: 'Frames per second', kind: 'number', min: 0.001, max: 120, decimals: 3, types: VIDEO },
      { attribute: 'JumpBackward', label: 'Jump back', kind: 'number', min: 0, max: 3600, suffix: ' s', types: VIDEO },
      { attribute: 'JumpForward', label: 'Jump forward', kind: 'number', min: 0, max: 3600, suffix: ' s', types: VIDEO },
    ],
  },
  {
    title: 'Text',
    fields: [{ attribute: 'Tokenization', label: 'Select by', kind: 'choice', types: TEXT, options: [{ value: 0, label: 'Characters' }, { value: 1, label: 'Words' }] }],
  },
  {
    title: 'Features',
    fields: [
      { attribute: 'CategorizeItems', label: 'Item categories', kind: 'choice', options: [{ value: 0, label: 'Off' }, { value: 1, label: 'One per item' }, { value: 2, label: 'Several per item' }] },
      { attribute: 'ShowEntropy', label: 'Priority of items', kind: 'switch' },
    ],
  },
  {
    title: 'Contributors',
    fields: [
      { attribute: 'ClassChange', label: 'May change the class of an object', kind: 'switch' },
      { attribute: 'ShowComments', label: 'See comments', kind: 'switch' },
      { attribute: 'Download', label: 'Download items', kind: 'switch' },
    ],
  },
  {
    title: 'Requesting tasks',
    fields: [
      { attribute: 'ImageAutoAssignEnable', label: 'People may request tasks', kind: 'switch' },
      { attribute: 'ImageAutoAssignCount', label: 'Items per request', kind: 'number', min: 1, max: 50 },
      { attribute: 'ItemAutoAssignOrder', label: 'Order of requested items', kind: 'choice', options: [{ value: 3, label: 'By name' }, { value: 4, label: 'By priority' }] },
      { attribute: 'ImageAutoAssignByCategory', label: 'People may choose a category', kind: 'switch' },
      { attribute: 'MaxIdleDuration', label: 'Pause the clock after', kind: 'number', min: 0, max: 86_400, suffix: ' s without input' },
    ],
  },
];
