import type { Egress } from '#core/egress/server/index.ts';
import type {
  DatabricksConfig,
  DatabricksSecrets,
  SnowflakeConfig,
  SnowflakeSecrets,
} from '../../common/integration.ts';
import type { IntegrationRow } from '../integration-tables.ts';
import { DatabricksTables } from './databricks-tables.ts';
import { SnowflakeTables } from './snowflake-tables.ts';
import type { TableSource } from './table-source.ts';

/** Returns what asks the tables of an integration; undefined for one of files. */
export function openTables(
  { type, config }: Pick<IntegrationRow, 'type' | 'config'>,
  { secrets, egress }: { readonly secrets: () => unknown; readonly egress: Egress },
): TableSource | undefined {
  if (type === 5) return new DatabricksTables(config as DatabricksConfig, secrets() as DatabricksSecrets, egress);
  if (type === 6) return new SnowflakeTables(config as SnowflakeConfig, secrets() as SnowflakeSecrets, egress);
  return undefined;
}
