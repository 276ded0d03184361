import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, SecretBox } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { IntegrationFoldersToken } from '#core/kernel/server/index.ts';
import type { Integration, IntegrationCheck, IntegrationSecrets } from '../common/integration.ts';
import { addressFields, integrationNameProblem, integrationTypeOf, mostIntegrations } from '../common/integration.ts';
import { openDriver } from './drivers/open-driver.ts';
import { openTables } from './tables/open-tables.ts';
import type { TableSource } from './tables/table-source.ts';
import type { StorageDriver } from './drivers/storage-driver.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { UsableIntegration } from './shared-integrations.ts';
import { SharedIntegrations } from './shared-integrations.ts';
import { IntegrationAccess } from './integration-access.ts';
import type { IntegrationDraft } from './integration-settings.ts';
import { integrationTypeValue, checkedName, checkedSettings } from './integration-settings.ts';
import { viewOf } from './integration-view.ts';

/** Connections of a team to storage outside. */
export class Integrations {
  constructor(
    @inject(SecretBox) private readonly secrets: SecretBox,
    @inject(Egress) private readonly egress: Egress,
    @inject(IntegrationFoldersToken) private readonly folders: readonly string[],
    @inject(IntegrationAccess) private readonly access: IntegrationAccess,
    @inject(SharedIntegrations) private readonly shared: SharedIntegrations,
  ) {}

  /**
   * All of the team, oldest first; those who may only use them receive no keys, addresses and folders they are made
   * with.
   * @throws Fault FORBIDDEN for who may use them nowhere.
   */
  async list(context: RequestContext): Promise<readonly Integration[]> {
    if (!(await this.access.mayUse(context))) throw forbidden('UseIntegration');
    const rows = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx.selectFrom('integrations.integration').selectAll().where('deleted_at', 'is', null).orderBy('id').execute(),
    );
    const manages = await context.can('CreateIntegration', {});
    const usable = await this.shared.complete(rows, true);
    return usable.map(row => (manages ? viewOf(row) : { ...viewOf(row), config: {} }));
  }

  /** Returns an integration; `withTeams` names the other teams that use it. @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number, withTeams = false): Promise<UsableIntegration> {
    const found = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute(),
    );
    const [row] = await this.shared.complete(found, withTeams);
    if (row === undefined) throw notFound('The integration');
    return row;
  }

  /** @throws Fault INVALID_FIELD, NAME_EXISTS, INTEGRATION_LIMIT */
  async create(context: RequestContext, draft: IntegrationDraft): Promise<Integration> {
    const type = integrationTypeValue(draft.type ?? '');
    const { root, config, secrets } = checkedSettings(type, draft);
    const name = checkedName(draft.name ?? '');
    return this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<IntegrationTables>) => {
        const { count } = await trx
          .selectFrom('integrations.integration')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('deleted_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostIntegrations)
          throw new Fault(
            'INTEGRATION_LIMIT',
            `A team can have ${mostIntegrations} integrations. Delete one that is not needed.`,
            { status: 422, details: { limit: mostIntegrations } },
          );
        return trx
          .insertInto('integrations.integration')
          .values({
            team_id: context.team.id,
            name,
            type,
            root,
            config: JSON.stringify(config),
            secrets: this.#seal(context, secrets),
            creator_email: context.user.email,
            check_passed: null,
            checked_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
          .then(row => viewOf({ ...row, sharedBy: undefined, sharedWith: [] }));
      }),
    );
  }

  /**
   * Updates the given fields and keeps the others. A new address or access key needs the secret again: it must not go
   * where its owner did not send it.
   */
  async update(context: RequestContext, id: number, draft: IntegrationDraft): Promise<Integration> {
    const before = await this.#own(context, id);
    if (draft.type !== undefined && integrationTypeOf(draft.type)?.value !== before.type)
      throw invalidField('type', 'cannot change. Make a new integration');
    const { root, config, secrets } = checkedSettings(
      before.type,
      { root: draft.root ?? before.root, config: { ...before.config, ...draft.config }, secrets: draft.secrets },
      before.secrets !== null,
    );
    const moved = addressFields.find(each => config[each] !== before.config[each]);
    if (moved !== undefined && secrets === undefined)
      throw invalidField('secrets', `is needed again when ${moved} changes`);
    const name = draft.name === undefined ? before.name : checkedName(draft.name);
    return this.#onUniqueViolation(
      context.transaction((trx: Kysely<IntegrationTables>) =>
        trx
          .updateTable('integrations.integration')
          .set({
            name,
            root,
            config: JSON.stringify(config),
            check_passed: null,
            checked_at: null,
            updated_at: new Date(),
            ...(secrets === undefined ? {} : { secrets: this.#seal(context, secrets) }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
          .then(row => viewOf({ ...row, sharedBy: undefined, sharedWith: before.sharedWith })),
      ),
    );
  }

  /** Its items stay; their files are not to be had any more. The secret is removed at once. @throws Fault NOT_FOUND, INTEGRATION_SHARED (409) */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.#own(context, id);
    await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .updateTable('integrations.integration')
        .set({ deleted_at: new Date(), secrets: null })
        .where('id', '=', id)
        .execute(),
    );
    await this.shared.end(id);
  }

  /** Tries the storage and remembers whether it could be used. */
  async check(context: RequestContext, id: number): Promise<IntegrationCheck> {
    const row = await this.get(context, id);
    const driver = this.tables(row) ?? this.driver(row);
    const found =
      driver === undefined
        ? {
            ok: true,
            steps: [
              {
                name: 'addresses',
                ok: true,
                message: 'Without a folder there is nothing to try: items that name it keep their own addresses.',
              },
            ],
          }
        : await driver.check(context.signal);
    await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .updateTable('integrations.integration')
        .set({ check_passed: found.ok, checked_at: new Date() })
        .where('id', '=', id)
        .execute(),
    );
    return found;
  }

  async nameExists(
    context: RequestContext,
    name: string,
    except: number | undefined,
  ): Promise<{ readonly exists: boolean; readonly valid: boolean; readonly reason?: string }> {
    const reason = integrationNameProblem(name);
    const found = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .select('id')
        .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
        .where('deleted_at', 'is', null)
        .$if(except !== undefined, query => query.where('id', '!=', except!))
        .executeTakeFirst(),
    );
    return { exists: found !== undefined, valid: reason === undefined, ...(reason === undefined ? {} : { reason }) };
  }

  /** Reads the storage; undefined for tables, and for custom storage without a folder. */
  driver(row: UsableIntegration): StorageDriver | undefined {
    return openDriver(row, { secrets: () => this.#opened(row), folders: this.folders, egress: this.egress });
  }

  /** Asks the tables; undefined for storage of files. */
  tables(row: UsableIntegration): TableSource | undefined {
    return openTables(row, { secrets: () => this.#opened(row), egress: this.egress });
  }

  /** Returns an integration that the team keeps. @throws Fault NOT_FOUND, INTEGRATION_SHARED (409) */
  async #own(context: RequestContext, id: number): Promise<UsableIntegration> {
    const row = await this.get(context, id, true);
    if (row.sharedBy !== undefined)
      throw new Fault(
        'INTEGRATION_SHARED',
        `${row.name} belongs to ${row.sharedBy.name} and is changed there. The owner of the organization chooses the teams that use it.`,
        { status: 409 },
      );
    return row;
  }

  #opened(row: UsableIntegration): unknown {
    return JSON.parse(this.secrets.open(row.secrets ?? '', aboutTeam(row.sharedBy?.id ?? row.team_id))) as unknown;
  }

  #seal(context: RequestContext, secrets: IntegrationSecrets | undefined): string | null {
    return secrets === undefined ? null : this.secrets.seal(JSON.stringify(secrets), aboutTeam(context.team.id));
  }

  async #onUniqueViolation<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'An integration with this name already exists.', {
        status: 409,
        details: { field: 'name' },
      });
    }
  }
}

const aboutTeam = (teamId: number): string => `integrations/team/${teamId}`;
