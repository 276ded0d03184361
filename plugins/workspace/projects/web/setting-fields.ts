import { messages } from './messages.ts';

/** A setting as the form shows it. Names that are not here are set by the features they belong to. */
export interface SettingField {
  readonly attribute: string;
  readonly label: string;
  readonly description?: string;
  readonly kind: 'switch' | 'number' | 'choice' | 'day';
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
const CLASSIFICATION = [6];

export const settingGroups: readonly SettingGroup[] = [
  {
    title: messages.settingFields.schedule,
    fields: [{ attribute: 'DueDate', label: messages.shared.dueDate, kind: 'day' }],
  },
  {
    title: messages.settingFields.images,
    fields: [
      {
        attribute: 'Brightness',
        label: messages.settingFields.defaultBrightness,
        kind: 'number',
        min: -100,
        max: 100,
        suffix: ' %',
        types: IMAGES,
      },
      {
        attribute: 'Contrast',
        label: messages.settingFields.defaultContrast,
        kind: 'number',
        min: -100,
        max: 100,
        suffix: ' %',
        types: IMAGES,
      },
      {
        attribute: 'Fill',
        label: messages.settingFields.fillOpacity,
        kind: 'number',
        min: 0,
        max: 100,
        suffix: ' %',
        types: SHAPES,
      },
      {
        attribute: 'Lines',
        label: messages.settingFields.lineWidth,
        kind: 'number',
        min: 0,
        max: 20,
        suffix: ' px',
        types: SHAPES,
      },
      {
        attribute: 'PointSize',
        label: messages.settingFields.pointSize,
        kind: 'number',
        min: 3,
        max: 40,
        suffix: ' px',
        types: POINTS,
      },
      {
        attribute: 'ShowLabels',
        label: messages.settingFields.showClassNamesOnTheImage,
        kind: 'switch',
        types: SHAPES,
      },
      {
        attribute: 'FontSize',
        label: messages.settingFields.labelSize,
        kind: 'number',
        min: 6,
        max: 40,
        suffix: ' px',
        types: SHAPES,
      },
    ],
  },
  {
    title: messages.shared.text,
    fields: [
      {
        attribute: 'Tokenization',
        label: messages.settingFields.selectBy,
        kind: 'choice',
        types: TEXT,
        options: [
          { value: 0, label: messages.settingFields.characters },
          { value: 1, label: messages.settingFields.words },
        ],
      },
    ],
  },
  {
    title: messages.settingFields.features,
    fields: [
      {
        attribute: 'SingleClass',
        label: messages.settingFields.classesOfItems,
        description: messages.settingFields.itemsWithSeveralKeepThem,
        kind: 'choice',
        types: CLASSIFICATION,
        options: [
          { value: 0, label: messages.settingFields.severalPerItem },
          { value: 1, label: messages.settingFields.onePerItem },
        ],
      },
      {
        attribute: 'CategorizeItems',
        label: messages.settingFields.itemCategories,
        kind: 'choice',
        options: [
          { value: 0, label: messages.settingFields.off },
          { value: 1, label: messages.settingFields.onePerItem },
          { value: 2, label: messages.settingFields.severalPerItem },
        ],
      },
    ],
  },
  {
    title: messages.shared.contributors,
    fields: [
      { attribute: 'ClassChange', label: messages.settingFields.changeTheClassOfAnObject, kind: 'switch' },
      { attribute: 'ShowComments', label: messages.settingFields.seeComments, kind: 'switch' },
      { attribute: 'Download', label: messages.settingFields.downloadAnnotationsInBulk, kind: 'switch' },
    ],
  },
  {
    title: messages.settingFields.requestingTasks,
    fields: [
      { attribute: 'ImageAutoAssignEnable', label: messages.settingFields.annotatorsCanRequestTasks, kind: 'switch' },
      {
        attribute: 'ImageAutoAssignCount',
        label: messages.settingFields.itemsPerRequest,
        kind: 'number',
        min: 1,
        max: 50,
      },
      {
        attribute: 'ItemAutoAssignOrder',
        label: messages.settingFields.taskOrder,
        kind: 'choice',
        options: [
          { value: 3, label: messages.settingFields.byName },
          { value: 4, label: messages.settingFields.byPriority },
        ],
      },
      {
        attribute: 'ImageAutoAssignByCategory',
        label: messages.settingFields.annotatorsCanChooseACategory,
        kind: 'switch',
      },
      {
        attribute: 'MaxIdleDuration',
        label: messages.settingFields.pauseTheTimerAfter,
        kind: 'number',
        min: 0,
        max: 86_400,
        suffix: messages.settingFields.sWithoutActivity,
      },
    ],
  },
];
