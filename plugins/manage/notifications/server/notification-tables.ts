import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { Delivery, MailFrequency } from '../common/api.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface NotificationTable {
  id: GeneratedAlways<number>;
  team_id: number;
  email: string;
  kind: string;
  /** Unread notifications of a person with the same key become one for a while. */
  merge_key: string;
  /** Name of who caused it; null for jobs. */
  actor: Optional<string>;
  project_id: Optional<number>;
  /** The item when it is about one. */
  item_id: Optional<number>;
  count: ColumnType<number, number | undefined, number>;
  title: Optional<string>;
  detail: Optional<string>;
  /** When it goes into an e-mail unless it is read before; null: never. */
  mail_due: Optional<Date>;
  mailed_at: Optional<Date>;
  read_at: Optional<Date>;
  created_at: Stamp;
}

export interface PreferenceTable {
  team_id: number;
  email: string;
  /** By the id of the kind; JSON text when written. */
  deliveries: ColumnType<Readonly<Record<string, Delivery>>, string, string>;
  mail_frequency: MailFrequency;
  /** UTC. */
  mail_hour: number;
  updated_at: Stamp;
}

export interface NotificationTables {
  'notifications.notification': NotificationTable;
  'notifications.preference': PreferenceTable;
}

export type NotificationRow = Selectable<NotificationTable>;
