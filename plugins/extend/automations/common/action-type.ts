import type { SettingField } from './setting-field.ts';

/** A kind of action of a pipeline, without the code that runs it. */
export interface ActionType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly group: 'Items' | 'Messages' | 'Flow' | 'Code';
  /** Plugin that it needs beside those of automations. */
  readonly plugin?: string;
  /** Runs only for events about items. */
  readonly needsItem: boolean;
  /** `condition` leaves by true and false, the others by success and failure. */
  readonly outcomes: 'result' | 'condition';
  /** Events that it must not follow, and why. */
  readonly never?: { readonly events: readonly string[]; readonly because: string };
  /** It only writes in the database and soon ends, so it can be part of a transition. */
  readonly withChange?: true;
  readonly fields: readonly SettingField[];
}
