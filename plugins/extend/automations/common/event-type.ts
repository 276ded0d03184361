import type { SettingField } from './setting-field.ts';

/** Subject of an event, which decides the actions that can follow it. */
export type EventSubject = 'item' | 'project' | 'team';

/** A kind of event that starts a pipeline. */
export interface EventType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Plugin that it needs beside those of automations. */
  readonly plugin?: string;
  readonly group: 'External' | 'Scheduler' | 'Item' | 'Workflow' | 'Project' | 'Folder' | 'Export' | 'Manual';
  readonly subject: EventSubject;
  readonly fields: readonly SettingField[];
}
