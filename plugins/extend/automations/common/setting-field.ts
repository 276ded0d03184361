/** A setting that a node offers, for the form beside the canvas and the check on save. */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly kind: SettingKind;
  /** Values of a `choice` or `anyChoice`. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** The value of a `choice` that holds where none is chosen. */
  readonly usual?: string;
  readonly least?: number;
  readonly most?: number;
}

/** `status` is a name such as `QualityCheck`; `anyStatus`, `anyChoice`, `anyRole` and `anyWorkflow` may also be `any`; `duration` is in
 * seconds. */
export type SettingKind =
  | 'status'
  | 'anyStatus'
  | 'text'
  | 'longText'
  | 'number'
  | 'duration'
  | 'email'
  | 'emails'
  | 'url'
  | 'choice'
  | 'anyChoice'
  | 'anyRole'
  | 'anyWorkflow'
  | 'rules'
  | 'customAction'
  | 'project'
  | 'json'
  | 'cron'
  | 'timeZone'
  | 'date'
  | 'customEvent';
