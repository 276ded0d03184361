import type { SettingField } from './setting-field.ts';

/** Returns the settings *From* and *To*: statuses of items, or one of the choices. */
export const range = (choices?: SettingField['choices']): readonly SettingField[] =>
  (['from', 'to'] as const).map(name => ({
    name,
    label: name === 'from' ? 'From' : 'To',
    ...(choices === undefined ? { kind: 'anyStatus' as const } : { kind: 'anyChoice' as const, choices }),
  }));
