import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { EventHub, RequestContext } from '#core/api/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { reasonText } from '#core/kernel/common/index.ts';
import { EventHubToken, JobsToken, ManifestsToken, PluginGate } from '#core/kernel/server/index.ts';
import type { Feature } from '#core/permissions/common/index.ts';
import { featureNames, featureOn } from '#core/permissions/common/index.ts';
import { Organizations, Teams } from '#core/tenancy/server/index.ts';
import type { OrganizationDetail, OrganizationRow, PluginChoice, PluginSwitch, SwitchPreview } from '../common/api.ts';

type Listed = Awaited<ReturnType<Organizations['list']>>[number];

const row = (each: Listed): OrganizationRow => ({ id: each.id, name: each.name, owner_email: each.owner_email, teams: each.teams, members: each.members, createdAt: each.created_at.toISOString() });

const choiceOf = (choice: boolean | undefined): PluginChoice => (choice === undefined ? 'default' : choice ? 'on' : 'off');

/** What super-admins do with organizations. */
export class Administration {
  constructor(
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(Teams) private readonly teams: Teams,
    @inject(People) private readonly people: People,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(ManifestsToken) private readonly manifests: readonly Manifest[],
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(EventHubToken) private readonly hub: EventHub,
  ) {}

  /** Organizations whose name contains the text, by name. */
  async list(name: string | undefined): Promise<readonly OrganizationRow[]> {
    const all = await this.organizations.list();
    return all.filter(each => name === undefined || each.name.toLowerCase().includes(name.toLowerCase())).map(row);
  }

  /** Makes an organization and its first team. Throws NAME_EXISTS. */
  async create(name: string, ownerEmail: string, teamName: string): Promise<{ readonly organizationId: number; readonly teamId: number; readonly password: string | undefined }> {
    // Asked before the owner's account is made, so that a refused name leaves nothing behind.
    if ((await this.list(undefined)).some(each => each.name.toLowerCase() === name.toLowerCase())) {
      throw new Fault('NAME_EXISTS', 'An organization with this name already exists.', { status: 409, details: { field: 'name' } });
    }
    const known = await this.people.byEmail(ownerEmail);
    const password = known === undefined ? randomBytes(12).toString('base64url') : undefined;
    const owner = known ?? (await this.people.create({ email: ownerEmail, password: password! }));
    const organization = await this.organizations.create(name, owner.id);
    const teamId = await this.teams.create(organization.id, teamName, owner);
    return { organizationId: organization.id, teamId, password };
  }

  /** Throws NOT_FOUND. */
  async get(id: number): Promise<OrganizationDetail> {
    const found = (await this.organizations.list()).find(each => each.id === id);
    if (found === undefined) throw notFound('The organization');
    const { switches, features } = await this.organizations.rules(id);
    return {
      ...row(found),
      team_list: [...(await this.organizations.teamsOf(id))],
      plugins: await this.#plugins(id, switches),
      features: featureNames.map(each => ({ name: each, on: featureOn(features, each) })),
      project_limit: found.project_limit,
    };
  }

  /** Throws NOT_FOUND for an unknown organization or plugin, INVALID_FIELD for one that is always on. */
  async switchPlugin(context: RequestContext, id: number, plugin: string, choice: PluginChoice): Promise<OrganizationDetail> {
    const manifest = this.manifests.find(each => each.id === plugin);
    if (manifest === undefined) throw notFound('The plugin');
    if (manifest.locked === true) throw invalidField('params.plugin', `${manifest.title} is part of every organization`);
    await this.organizations.setSwitch(id, plugin, choice === 'default' ? undefined : choice === 'on', context.user.id);
    await this.#changed(context, id, { plugin, choice });
    return this.get(id);
  }

  /** What `switchPlugin` would take away and bring, the plugin itself included. Throws NOT_FOUND as it does. */
  async previewSwitch(id: number, plugin: string, choice: PluginChoice): Promise<SwitchPreview> {
    if (!this.manifests.some(each => each.id === plugin)) throw notFound('The plugin');
    await this.organizations.get(id);
    const [now, then] = await Promise.all([
      this.gate.preview(id, switches => switches),
      this.gate.preview(id, ({ [plugin]: _, ...others }) => (choice === 'default' ? others : { ...others, [plugin]: choice === 'on' })),
    ]);
    const differing = (before: boolean): string[] => this.manifests.filter(each => now.get(each.id)?.enabled === before && then.get(each.id)?.enabled === !before).map(each => each.title);
    return { goes: differing(true), comes: differing(false) };
  }

  /** Throws NOT_FOUND for an unknown organization. */
  async switchFeature(context: RequestContext, id: number, feature: Feature, on: boolean): Promise<OrganizationDetail> {
    await this.organizations.setFeature(id, feature, on);
    await this.#changed(context, id, { feature, on });
    return this.get(id);
  }

  /** Throws NOT_FOUND for an unknown organization. */
  async setProjectLimit(context: RequestContext, id: number, limit: number | undefined): Promise<OrganizationDetail> {
    await this.organizations.setProjectLimit(id, limit);
    await this.#changed(context, id, { projectLimit: limit ?? null });
    return this.get(id);
  }

  async #plugins(id: number, switches: Readonly<Record<string, boolean>>): Promise<PluginSwitch[]> {
    const states = await this.gate.enablement(id);
    const titleOf = (plugin: string): string => this.manifests.find(each => each.id === plugin)?.title ?? plugin;
    return this.manifests.map(each => {
      const state = states.get(each.id);
      return {
        id: each.id,
        title: each.title,
        description: each.description ?? '',
        locked: each.locked === true,
        requires: (each.requires ?? []).map(titleOf),
        choice: choiceOf(switches[each.id]),
        enabled: state?.enabled === true,
        reason: state?.because === undefined ? null : reasonText(state.because, titleOf),
      };
    });
  }

  /** The next call of the organization sees the change, and its open tabs at once. */
  async #changed(context: RequestContext, id: number, change: object): Promise<void> {
    context.log.info({ organization: id, ...change, by: context.user.id }, 'a super-admin changed an organization');
    this.gate.forget(id);
    const teams = new Set((await this.organizations.teamsOf(id)).map(each => each.id));
    this.hub.tell((_, teamId) => teamId !== undefined && teams.has(teamId), { type: 'plugins' });
    await this.jobs.recheck();
  }
}
