import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound, TtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { MountedApp } from '../common/app.ts';
import type { AppRow, AppsTables } from './apps-tables.ts';
import { RolePreview } from './role-preview.ts';

type Trx = Kysely<AppsTables>;

/**
 * Milliseconds for which access to an app is trusted without asking: how late a change in another process is noticed.
 */
const TRUST = 2_000;

/** A person's access to an app. */
export interface AppAccess {
  readonly app: AppRow;
  readonly manages: boolean;
}

/** Access to apps: who manages them, and the roles that were given each. */
@injectable()
export class AppOpenings {
  readonly #some = new TtlCache<boolean>(TRUST);
  /** True for teams with a published app: most calls are made where there is none. */
  readonly #published = new TtlCache<boolean>(TRUST);

  constructor(@inject(RolePreview) private readonly preview: RolePreview) {}

  /** Call when apps or what they were granted changed. */
  forget(): void {
    this.#some.forget();
    this.#published.forget();
  }

  /** Tap of the gate: `UseCustomApp` for who may open at least one. */
  async grant(context: RequestContext, actions: ReadonlySet<string>): Promise<ReadonlySet<string> | undefined> {
    if (actions.has('UseCustomApp')) return undefined;
    if (!(await this.#published.get(String(context.team.id), () => this.#anyPublished(context)))) return undefined;
    const some = await this.#some.get(
      `${context.team.id} ${context.user.id} ${context.user.email}`,
      async () => (await this.#opened(context)).length > 0,
    );
    return some === true ? new Set([...actions, 'UseCustomApp']) : undefined;
  }

  /**
   * An app that the caller may open: published ones by role, all of them for who manages apps, also while they try one
   * as another role.
   * @throws Fault NOT_FOUND
   */
  async demand(context: RequestContext, appId: number): Promise<AppAccess> {
    const manages = this.preview.isOn(context) || (await context.can('ManageCustomApps', {}));
    const app = await context.transaction(async (trx: Trx) => {
      const row = await trx.selectFrom('apps.app').selectAll().where('id', '=', appId).executeTakeFirst();
      return row === undefined || manages || (row.state === 'published' && opens(row, await rolesOf(context, trx)))
        ? row
        : undefined;
    });
    if (app === undefined) throw notFound('The app');
    return { app, manages };
  }

  /** Published apps that the caller may open, by name; those of one name by their ids. */
  async mounted(context: RequestContext): Promise<MountedApp[]> {
    const rows = (await context.can('ManageCustomApps', {}))
      ? await context.transaction((trx: Trx) =>
          trx.selectFrom('apps.app').selectAll().where('state', '=', 'published').execute(),
        )
      : await this.#opened(context);
    return rows
      .flatMap(({ id, published, version, granted }) =>
        published === null || version === null
          ? []
          : [
              {
                id,
                version,
                name: published.name,
                icon: published.icon ?? 'apps',
                sdk: published.sdk,
                mounts: [...published.mounts] as MountedApp['mounts'],
                commands: granted.capabilities.includes('commands')
                  ? ([...(published.commands ?? [])] as MountedApp['commands'])
                  : [],
                grant: {
                  capabilities: granted.capabilities.filter(each => published.capabilities.includes(each)),
                  hosts: granted.hosts.filter(each => published.hosts?.includes(each) === true),
                },
              },
            ],
      )
      .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  }

  #anyPublished(context: RequestContext): Promise<boolean> {
    return context.transaction(
      async (trx: Trx) =>
        (await trx.selectFrom('apps.app').select('id').where('state', '=', 'published').limit(1).execute()).length > 0,
    );
  }

  async #opened(context: RequestContext): Promise<AppRow[]> {
    return context.transaction(async (trx: Trx) => {
      const rows = await trx.selectFrom('apps.app').selectAll().where('state', '=', 'published').execute();
      if (rows.length === 0) return [];
      const roles = await rolesOf(context, trx);
      return rows.filter(each => opens(each, roles));
    });
  }
}

const opens = ({ granted }: AppRow, roles: ReadonlySet<number>): boolean =>
  granted.open.some(each => each === 'contributor' || roles.has(each));

/** Numbers of the roles that the caller has in projects of the team, except where they are paused. */
async function rolesOf(context: RequestContext, trx: Trx): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom(contributorRows.as('contributor'))
    .select('role')
    .distinct()
    .where('email', '=', context.user.email)
    .where('paused', '=', false)
    .execute();
  return new Set(rows.map(each => each.role));
}
