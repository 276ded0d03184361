import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, SecretBox } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { IntegrationFoldersToken } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type {
  FolderConfig,
  Integration,
  IntegrationCheck,
  IntegrationSecrets,
  S3Config,
} from '../common/integration.ts';
import {
  integrationConfigs,
  integrationNameProblem,
  integrationSecrets,
  integrationTypeOf,
  mostIntegrations,
} from '../common/integration.ts';
import { FolderDriver } from './drivers/folder-driver.ts';
import { S3Driver } from './drivers/s3-driver.ts';
import type { StorageDriver } from './drivers/storage-driver.ts';
import type { IntegrationRow, IntegrationTables } from './integration-tables.ts';

/** What a caller says of an integration. */
export interface IntegrationDraft {
  readonly name?: string | undefined;
  readonly type?: number | string | undefined;
  readonly root?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly secrets?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Projects of a contributor that are looked through for the right to use integrations. */
const LOOKED_THROUGH = 200;

/** Why the files of an integration can't be read in a project. */
export interface IntegrationObstacle {
  readonly name: string;
  readonly why: string;
}

/** Connections of a team to storage outside. */
export class Integrations {
  constructor(
    @inject(SecretBox) private readonly secrets: SecretBox,
    @inject(Egress) private readonly egress: Egress,
    @inject(IntegrationFoldersToken) private readonly folders: readonly string[],
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** All of the team, oldest first; who may only use them is not told keys, addresses and folders they are made with. @throws Fault FORBIDDEN for who may use them nowhere. */
  async list(context: RequestContext): Promise<readonly Integration[]> {
    if (!(await this.#mayUse(context))) throw forbidden('UseIntegration');
    const rows = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx.selectFrom('integrations.integration').selectAll().where('deleted_at', 'is', null).orderBy('id').execute(),
    );
    const manages = await context.can('CreateIntegration', {});
    return rows.map(row => (manages ? viewOf(row) : { ...viewOf(row), config: {} }));
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<IntegrationRow> {
    const row = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The integration');
    return row;
  }

  /** @throws Fault INVALID_FIELD, TYPE_NOT_AVAILABLE, NAME_EXISTS, INTEGRATION_LIMIT */
  async create(context: RequestContext, draft: IntegrationDraft): Promise<Integration> {
    const type = availableType(draft.type ?? '');
    const { root, config, secrets } = this.#settings(type, draft);
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
          .then(viewOf);
      }),
    );
  }

  /** What is absent stays. A new address or access key needs the secret again: it must not go where its owner did not send it. */
  async update(context: RequestContext, id: number, draft: IntegrationDraft): Promise<Integration> {
    const before = await this.get(context, id);
    if (draft.type !== undefined && integrationTypeOf(draft.type)?.value !== before.type)
      throw invalidField('type', 'cannot change. Make a new integration');
    const { root, config, secrets } = this.#settings(
      before.type,
      { root: draft.root ?? before.root, config: { ...before.config, ...draft.config }, secrets: draft.secrets },
      before.secrets !== null,
    );
    const moved = (['endpoint', 'access_key_id'] as const).find(each => config[each] !== before.config[each]);
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
          .then(viewOf),
      ),
    );
  }

  /** Its items stay; their files are not to be had any more. The secret is removed at once. @throws Fault NOT_FOUND */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.get(context, id);
    await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .updateTable('integrations.integration')
        .set({ deleted_at: new Date(), secrets: null })
        .where('id', '=', id)
        .execute(),
    );
  }

  /** Tries the storage and remembers whether it could be used. */
  async check(context: RequestContext, id: number): Promise<IntegrationCheck> {
    const row = await this.get(context, id);
    const driver = this.driver(row);
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

  /** A Fault when one of them is not the team's, or the caller may not use integrations in the project. */
  async refusal(context: RequestContext, projectId: number, ids: readonly number[]): Promise<Fault | undefined> {
    if (!(await context.can('UseIntegration', { projectId }))) return forbidden('UseIntegration');
    const found = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .select('id')
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .where('deleted_at', 'is', null)
        .execute(),
    );
    return found.length === new Set(ids).size ? undefined : notFound('The integration');
  }

  /** Why the files of items that lie in integrations can't be read in another project, with the names of the integrations, by their ids. */
  async crossingObstacles(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, IntegrationObstacle>> {
    const found = new Map<number, IntegrationObstacle>();
    const names = new Map(
      ids.length === 0
        ? []
        : (
            await context.transaction((trx: Kysely<IntegrationTables>) =>
              trx
                .selectFrom('integrations.integration')
                .select(['id', 'name'])
                .where(sql<boolean>`id = any(${[...ids]}::int[])`)
                .execute(),
            )
          ).map(row => [row.id, row.name]),
    );
    for (const id of ids) {
      const refusal = await this.refusal(context, projectId, [id]);
      if (refusal === undefined) continue;
      const name = names.get(id) ?? `Integration ${id}`;
      const why =
        refusal.status === 403
          ? 'You may not use integrations in the other project (UseIntegration).'
          : 'It was deleted.';
      found.set(id, { name, why });
    }
    return found;
  }

  /** Reads the storage; undefined for custom storage without a folder. */
  driver(row: IntegrationRow): StorageDriver | undefined {
    if (row.type === 4) {
      const { folder } = row.config as FolderConfig;
      return folder === undefined ? undefined : new FolderDriver(folder, this.folders);
    }
    const secrets = JSON.parse(this.secrets.open(row.secrets ?? '', aboutTeam(row.team_id))) as IntegrationSecrets;
    return new S3Driver(row.root, row.config as unknown as S3Config, secrets, this.egress.agents());
  }

  async #mayUse(context: RequestContext): Promise<boolean> {
    if (await context.can('UseIntegration', {})) return true;
    const { data } = await this.projects.list(context, { offset: 0, limit: LOOKED_THROUGH } as Parameters<
      Projects['list']
    >[1]);
    for (const { id: projectId } of data) if (await context.can('UseIntegration', { projectId })) return true;
    return false;
  }

  #settings(
    type: number,
    draft: IntegrationDraft,
    hasSecrets = false,
  ): {
    readonly root: string;
    readonly config: Readonly<Record<string, unknown>>;
    readonly secrets: IntegrationSecrets | undefined;
  } {
    const config = parsed(
      'config',
      integrationConfigs[type as keyof typeof integrationConfigs],
      draft.config ?? {},
    ) as Record<string, unknown>;
    if (type === 4) {
      if (draft.secrets !== undefined && draft.secrets !== null)
        throw invalidField('secrets', 'custom storage has none');
      return { root: String(config['folder'] ?? ''), config, secrets: undefined };
    }
    const root = (draft.root ?? '').trim();
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(root)) throw invalidField('root', 'must be the name of a bucket');
    const given = draft.secrets ?? undefined;
    if (given === undefined && !hasSecrets) throw invalidField('secrets', 'must hold secret_access_key');
    return {
      root,
      config,
      secrets: given === undefined ? undefined : (parsed('secrets', integrationSecrets, given) as IntegrationSecrets),
    };
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

function availableType(given: number | string): number {
  const type = integrationTypeOf(given);
  if (type === undefined) throw invalidField('type', 'is no type of integration');
  if (!type.available)
    throw new Fault(
      'TYPE_NOT_AVAILABLE',
      `${type.title} integrations are not available. Use aws, s3compatible or custom.`,
      { status: 422, details: { type: type.value } },
    );
  return type.value;
}

function checkedName(name: string): string {
  const problem = integrationNameProblem(name);
  if (problem !== undefined)
    throw new Fault('INVALID_FIELD', problem, {
      status: 400,
      details: { issues: [{ field: 'name', reason: problem }] },
    });
  return name.trim();
}

/** Only the fields are told: a value may be a secret in the wrong place. */
function parsed(place: string, schema: z.ZodType, value: unknown): unknown {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const issue = found.error.issues[0]!;
  const field = issue.code === 'unrecognized_keys' ? `${place}.${issue.keys[0]}` : [place, ...issue.path].join('.');
  throw invalidField(field, issue.code === 'unrecognized_keys' ? 'is not a field of this type' : issue.message);
}

/** As the API answers it: never with the secret. */
export function viewOf(row: IntegrationRow): Integration {
  return {
    id: row.id,
    name: row.name,
    source: row.type,
    type: row.type,
    bucket_name: row.root,
    root: row.root,
    config: row.config,
    has_secret: row.secrets !== null,
    teams: [row.team_id],
    creator_id: row.creator_email,
    status: row.check_passed === null ? 'unchecked' : row.check_passed ? 'working' : 'failed',
    lastCheckAt: row.checked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** JSON Schema of what each type that is available takes. */
export function integrationRules(): Record<string, { title: string; config: unknown; secrets: unknown }> {
  return Object.fromEntries(
    Object.entries(integrationConfigs).map(([value, config]) => {
      const type = integrationTypeOf(Number(value))!;
      return [
        type.name,
        {
          title: type.title,
          config: z.toJSONSchema(config, { io: 'input' }),
          secrets: value === '4' ? null : z.toJSONSchema(integrationSecrets, { io: 'input' }),
        },
      ];
    }),
  );
}
