import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface WebhookTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  url: string;
  events: Json<string[]>;
  /** Empty: all projects of the team. */
  project_ids: Json<number[]>;
  enabled: Generated<boolean>;
  failures: Generated<number>;
  /** Sealed. */
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
  created_by: string;
  created_at: Generated<Date>;
  version: Generated<number>;
}
export type WebhookRow = Selectable<WebhookTable>;

export interface DeliveryTable {
  id: Generated<number>;
  team_id: number;
  webhook_id: number;
  message_id: string;
  type: string;
  body: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  status: number | null;
  error: string | null;
  milliseconds: number | null;
  /** When the next attempt is due; null while a job is asked for, and of what is finished. */
  next_attempt: Date | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}
export type DeliveryRow = Selectable<DeliveryTable>;

export interface WebhookTables {
  'webhooks.webhook': WebhookTable;
  'webhooks.delivery': DeliveryTable;
}
