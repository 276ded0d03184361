import { sql } from 'kysely';
import { token } from '#core/base/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import { serviceBase } from '#core/api/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { Enablement, Manifest } from '../common/index.ts';
import { reasonText } from '../common/index.ts';
import type { PluginGate } from './plugin-gate.ts';
import type { PluginLedger, PluginRecord, Refusal } from './plugin-ledger.ts';
import { schemaOf } from './server-plugin-host.ts';

/** Origin of a plugin from outside. */
export interface OutsideOrigin {
  readonly folder: string;
  readonly version: string;
}

/** A call as it is mounted. */
export interface OperationFacts {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
}

/** Facts about one installed plugin, from the running server. */
export interface PluginFacts extends PluginRecord {
  readonly manifest: Manifest;
  /** Of its package, or of the product for a bundled one. */
  readonly version: string;
  /** Undefined for a bundled one. */
  readonly folder: string | undefined;
  readonly requiredBy: readonly string[];
  /** True when the organization has it on, or this installation for one without choices of its own; and why not. */
  readonly enabled: boolean;
  readonly reason: string | undefined;
  /** True when it is from outside and did not start. */
  readonly failed: boolean;
  /** True when the operator left it out: no organization can have it. */
  readonly leftOut: boolean;
  readonly operations: readonly OperationFacts[];
  /** Its tables in the database. */
  readonly tables: readonly string[];
}

interface Sources {
  readonly manifests: readonly Manifest[];
  readonly outside: ReadonlyMap<string, OutsideOrigin>;
  readonly refused: readonly Refusal[];
  readonly version: string;
  readonly gate: PluginGate;
  readonly ledger: PluginLedger;
  readonly database: Database;
  /** Known only once all halves are active. */
  readonly operations: () => readonly MountedOperation[];
}

/** Installed plugins and their health, for the screens of administrators. */
export class PluginInventory {
  constructor(private readonly sources: Sources) {}

  /** Version of the product. */
  get productVersion(): string {
    return this.sources.version;
  }

  get refused(): readonly Refusal[] {
    return this.sources.refused;
  }

  /** All installed plugins, by title. */
  list(): Promise<readonly PluginFacts[]> {
    return this.#list(undefined);
  }

  /** All of them as one organization has them and may know of them, by title. */
  listFor(organizationId: number): Promise<readonly PluginFacts[]> {
    return this.#list(organizationId);
  }

  /** Calls of a plugin, or of the `core`. */
  operationsOf(owner: string): readonly OperationFacts[] {
    return this.sources
      .operations()
      .filter(each => each.owner === owner)
      .map(({ name, service, operation }) => ({
        name,
        method: operation.method,
        path: `${serviceBase(service)}${operation.path}`,
        summary: operation.summary,
        access: operation.access,
      }));
  }

  async #list(organizationId: number | undefined): Promise<readonly PluginFacts[]> {
    const { manifests, gate, ledger } = this.sources;
    const [states, tables] = await Promise.all([gate.enablement(organizationId), this.#tables()]);
    const record = (id: string): PluginRecord =>
      organizationId === undefined ? ledger.of(id) : ledger.ofOrganization(id, organizationId);
    return manifests
      .map(each => this.#facts(each, record(each.id), states.get(each.id), tables.get(schemaOf(each.id)) ?? []))
      .toSorted((a, b) => a.manifest.title.localeCompare(b.manifest.title));
  }

  #facts(
    manifest: Manifest,
    record: PluginRecord,
    state: Enablement | undefined,
    tables: readonly string[],
  ): PluginFacts {
    const { manifests, outside, version } = this.sources;
    const titleOf = (id: string): string => manifests.find(each => each.id === id)?.title ?? id;
    const origin = outside.get(manifest.id);
    return {
      ...record,
      manifest,
      version: origin?.version ?? version,
      folder: origin?.folder,
      requiredBy: manifests.filter(each => each.requires?.includes(manifest.id) === true).map(each => each.id),
      enabled: state?.enabled === true,
      reason: state?.because === undefined ? undefined : reasonText(state.because, titleOf),
      failed: state?.because?.kind === 'failed',
      leftOut: state?.because?.kind === 'operator',
      operations: this.operationsOf(manifest.id),
      tables,
    };
  }

  /** Tables by schema; those that keep the state of migrations are left out. */
  async #tables(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await this.sources.database
      .system('list tables of plugins')
      .transaction(trx =>
        sql<{
          schema: string;
          name: string;
        }>`select schemaname as schema, tablename as name from pg_tables where tablename not like 'kysely%' order by 1, 2`.execute(
          trx,
        ),
      );
    const tables = new Map<string, string[]>();
    for (const { schema, name } of rows) tables.set(schema, [...(tables.get(schema) ?? []), `${schema}.${name}`]);
    return tables;
  }
}

export const PluginInventoryToken = token<PluginInventory>('core/plugin-inventory');
