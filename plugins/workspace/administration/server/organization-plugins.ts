import { inject } from 'inversify';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { PluginInventory } from '#core/kernel/server/index.ts';
import { ManifestsToken, PluginGate, PluginInventoryToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import type {
  organizationApi,
  OrganizationPlugins as Listed,
  PluginChoice,
  SwitchPreview,
} from '../common/organization-api.ts';
import { OrganizationChanges } from './organization-changes.ts';
import { organizationPluginOf } from './plugin-view.ts';

/** The plugins of one organization, and its choices among them. */
export class OrganizationPlugins {
  constructor(
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(PluginInventoryToken) private readonly inventory: PluginInventory,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(ManifestsToken) private readonly manifests: readonly Manifest[],
    @inject(OrganizationChanges) private readonly changes: OrganizationChanges,
  ) {}

  handlers(): Handlers<typeof organizationApi> {
    return {
      listOrganizationPlugins: ({ params }, context) => this.list(params.organization_id, context.user.superAdmin),
      switchPlugin: ({ params, body }, context) =>
        this.choose(context, params.organization_id, params.plugin, body.choice),
      previewSwitch: ({ params, query }) => this.preview(params.organization_id, params.plugin, query.choice),
    };
  }

  /**
   * All installed plugins as the organization has them, by title; `operator` is whether a super-admin asks. Throws
   * NOT_FOUND.
   */
  async list(id: number, operator: boolean): Promise<Listed> {
    const [{ name }, { switches }, plugins] = await Promise.all([
      this.organizations.get(id),
      this.organizations.rules(id),
      this.inventory.listFor(id),
    ]);
    return {
      organization: { id, name },
      mayWithhold: operator,
      data: plugins.map(each => organizationPluginOf(each, switches[each.manifest.id] ?? 'default', operator)),
    };
  }

  /**
   * Throws NOT_FOUND for an unknown organization or plugin, INVALID_FIELD for one that is always on, that the operator
   * left out, or withholds.
   */
  async choose(context: RequestContext, id: number, plugin: string, choice: PluginChoice): Promise<Listed> {
    const manifest = this.#manifest(plugin);
    if (manifest.locked === true)
      throw invalidField('params.plugin', `${manifest.title} is part of every organization`);
    const state = (await this.gate.enablement(id)).get(plugin);
    if (choice === 'on' && state?.because?.kind === 'operator')
      throw invalidField(
        'body.choice',
        `the operator of this installation left ${manifest.title} out; it cannot be switched on for an organization`,
      );
    const { id: userId, superAdmin } = context.user;
    const done = await this.organizations.setSwitch(id, plugin, choice === 'default' ? undefined : choice, {
      id: userId,
      operator: superAdmin,
    });
    if (!done)
      throw invalidField(
        'body.choice',
        choice === 'withheld'
          ? 'only a super-admin withholds a plugin; switch it off instead'
          : `the operator of this installation withholds ${manifest.title} from this organization; ask a super-admin for it`,
      );
    await this.changes.made(context, id, { plugin, choice });
    return this.list(id, superAdmin);
  }

  /**
   * Returns the plugins that `choose` would take away and add, the plugin itself included. Throws NOT_FOUND as it does.
   */
  async preview(id: number, plugin: string, choice: PluginChoice): Promise<SwitchPreview> {
    this.#manifest(plugin);
    await this.organizations.get(id);
    const [now, then] = await Promise.all([
      this.gate.preview(id, switches => switches),
      this.gate.preview(id, ({ [plugin]: _, ...others }) =>
        choice === 'default' ? others : { ...others, [plugin]: choice },
      ),
    ]);
    const differing = (before: boolean): string[] =>
      this.manifests
        .filter(each => now.get(each.id)?.enabled === before && then.get(each.id)?.enabled === !before)
        .map(each => each.title);
    return { goes: differing(true), comes: differing(false) };
  }

  #manifest(plugin: string): Manifest {
    const manifest = this.manifests.find(each => each.id === plugin);
    if (manifest === undefined) throw notFound('The plugin');
    return manifest;
  }
}
