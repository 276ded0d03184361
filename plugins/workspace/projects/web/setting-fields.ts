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

const IMAGES = [1, 2];
const SHAPES = [1];
const POINTS = [1, 3];
const TEXT = [4];

export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Images',
    fields: [
      {
        attribute: 'Brightness',
        label: 'Default brightness',
        kind: 'number',
        min: -100,
        max: 100,
        suffix: ' %',
        types: IMAGES,
      },
      {
        attribute: 'Contrast',
        label: 'Default contrast',
        kind: 'number',
        min: -100,
        max: 100,
        suffix: ' %',
        types: IMAGES,
      },
      { attribute: 'Fill', label: 'Fill opacity', kind: 'number', min: 0, max: 100, suffix: ' %', types: SHAPES },
      { attribute: 'Lines', label: 'Line width', kind: 'number', min: 0, max: 20, suffix: ' px', types: SHAPES },
      { attribute: 'PointSize', label: 'Point size', kind: 'number', min: 3, max: 40, suffix: ' px', types: POINTS },
      { attribute: 'ShowLabels', label: 'Show class names on the image', kind: 'switch', types: SHAPES },
      { attribute: 'FontSize', label: 'Label size', kind: 'number', min: 6, max: 40, suffix: ' px', types: SHAPES },
    ],
  },
  {
    title: 'Text',
    fields: [
      {
        attribute: 'Tokenization',
        label: 'Select by',
        kind: 'choice',
        types: TEXT,
        options: [
          { value: 0, label: 'Characters' },
          { value: 1, label: 'Words' },
        ],
      },
    ],
  },
  {
    title: 'Features',
    fields: [
      {
        attribute: 'CategorizeItems',
        label: 'Item categories',
        kind: 'choice',
        options: [
          { value: 0, label: 'Off' },
          { value: 1, label: 'One per item' },
          { value: 2, label: 'Several per item' },
        ],
      },
    ],
  },
  {
    title: 'Contributors',
    fields: [
      { attribute: 'ClassChange', label: 'Change the class of an object', kind: 'switch' },
      { attribute: 'ShowComments', label: 'See comments', kind: 'switch' },
      { attribute: 'Download', label: 'Download annotations in bulk, by script', kind: 'switch' },
    ],
  },
  {
    title: 'Requesting tasks',
    fields: [
      { attribute: 'ImageAutoAssignEnable', label: 'Annotators can request tasks', kind: 'switch' },
      { attribute: 'ImageAutoAssignCount', label: 'Items per request', kind: 'number', min: 1, max: 50 },
      {
        attribute: 'ItemAutoAssignOrder',
        label: 'Task order',
        kind: 'choice',
        options: [
          { value: 3, label: 'By name' },
          { value: 4, label: 'By priority' },
        ],
      },
      { attribute: 'ImageAutoAssignByCategory', label: 'Annotators can choose a category', kind: 'switch' },
      {
        attribute: 'MaxIdleDuration',
        label: 'Pause the timer after',
        kind: 'number',
        min: 0,
        max: 86_400,
        suffix: ' s without activity',
      },
    ],
  },
];
