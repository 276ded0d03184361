import { isDay } from './due-date.ts';

/** Plain value of a setting on the wire. */
export type SettingValue = string | number | boolean | null;

/** One setting: its default and what may be set. */
export interface ProjectSetting {
  readonly attribute: string;
  readonly value: SettingValue;
  /** Project types that have it; all when absent. */
  readonly types?: readonly number[];
  /** Returns the problem with a value, or undefined. */
  readonly problem: (value: SettingValue) => string | undefined;
}

const number =
  (min: number, max: number) =>
  (value: SettingValue): string | undefined =>
    typeof value === 'number' && value >= min && value <= max ? undefined : `must be a number from ${min} to ${max}`;
const oneOf =
  (...values: readonly SettingValue[]) =>
  (value: SettingValue): string | undefined =>
    values.includes(value) ? undefined : `must be ${values.join(' or ')}`;
const onOff = (value: SettingValue): string | undefined =>
  value === 0 || value === 1 || typeof value === 'boolean' ? undefined : 'must be 0 or 1';
const text = (value: SettingValue): string | undefined =>
  typeof value === 'string' && value.length <= 1000 ? undefined : 'must be a text of at most 1000 characters';
const day = (value: SettingValue): string | undefined =>
  value === '' || (typeof value === 'string' && isDay(value))
    ? undefined
    : 'must be a day such as 2026-12-24, or empty';
const frameRate = (value: SettingValue): string | undefined =>
  typeof value === 'number' &&
  value >= 0.001 &&
  value <= 120 &&
  Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6
    ? undefined
    : 'must be a number from 0.001 to 120 with at most 3 decimals';

const VIDEO = [3];
const CLASSIFICATION = [6];

/** Every setting a project has, with its default. */
export const projectSettings: readonly ProjectSetting[] = [
  { attribute: 'Brightness', value: 0, problem: number(-100, 100) },
  { attribute: 'Fill', value: 20, problem: number(0, 100) },
  { attribute: 'Contrast', value: 0, problem: number(-100, 100) },
  { attribute: 'ShowLabels', value: 1, problem: onOff },
  { attribute: 'ShowComments', value: 1, problem: onOff },
  { attribute: 'Image', value: 10, problem: number(0, 100) },
  { attribute: 'Lines', value: 2, problem: number(0, 100) },
  { attribute: 'AnnotatorFinish', value: 0, problem: onOff },
  { attribute: 'PointSize', value: 9, problem: number(0, 100) },
  { attribute: 'FontSize', value: 11, problem: number(1, 100) },
  { attribute: 'WorkflowEnable', value: 0, problem: onOff },
  { attribute: 'WorkflowType', value: 1, problem: oneOf(1, 2, 3) },
  { attribute: 'ClassChange', value: 1, problem: onOff },
  { attribute: 'ShowEntropy', value: 0, problem: onOff },
  { attribute: 'UploadImages', value: 0, problem: onOff },
  { attribute: 'DeleteImages', value: 0, problem: onOff },
  { attribute: 'Download', value: 0, problem: onOff },
  { attribute: 'RunPredictions', value: 0, problem: onOff },
  { attribute: 'RunSegmentations', value: 0, problem: onOff },
  { attribute: 'ImageQuality', value: 60, problem: oneOf(60, 100) },
  { attribute: 'ImageAutoAssignCount', value: 5, problem: number(1, 50) },
  { attribute: 'ImageAutoAssignEnable', value: 0, problem: onOff },
  { attribute: 'ImageAutoAssignByCategory', value: 0, problem: onOff },
  { attribute: 'ItemAutoAssignOrder', value: 3, problem: oneOf(1, 2, 3, 4) },
  { attribute: 'FrameMode', value: 0, types: VIDEO, problem: onOff },
  { attribute: 'FrameRate', value: 1, types: VIDEO, problem: frameRate },
  { attribute: 'JumpBackward', value: 5, problem: number(0, 3600) },
  { attribute: 'JumpForward', value: 5, problem: number(0, 3600) },
  { attribute: 'UploadFileType', value: '', problem: text },
  { attribute: 'Tokenization', value: 1, problem: onOff },
  { attribute: 'SingleClass', value: 0, types: CLASSIFICATION, problem: onOff },
  { attribute: 'TemplateState', value: 0, problem: onOff },
  { attribute: 'CategorizeItems', value: 0, problem: oneOf(0, 1, 2) },
  { attribute: 'MaxIdleDuration', value: 900, problem: number(0, 86_400) },
  { attribute: 'DueDate', value: '', problem: day },
];

/** Settings of a project type with their defaults. */
export const settingsOfType = (type: number): readonly ProjectSetting[] =>
  projectSettings.filter(each => each.types?.includes(type) ?? true);

/** Returns the problem with a setting of a project of that type, or undefined. */
export function settingProblem(type: number, attribute: string, value: SettingValue): string | undefined {
  const setting = settingsOfType(type).find(each => each.attribute === attribute);
  return setting === undefined ? 'is no setting of this project' : setting.problem(value);
}
