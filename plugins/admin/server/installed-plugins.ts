import { inject } from 'inversify';
import { hooksNow } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { HookDoc } from '#core/kernel/common/index.ts';
import { isHookOf } from '#core/kernel/common/index.ts';
import type { PluginFacts, PluginInventory } from '#core/kernel/server/index.ts';
import { HookDocsToken, PluginInventoryToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import type { adminPluginsApi, InstalledPlugin } from '../common/plugins-api.ts';

/** What is installed, for super-admins. */
export class InstalledPlugins {
  constructor(
    @inject(PluginInventoryToken) private readonly inventory: PluginInventory,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(HookDocsToken) private readonly hookDocs: () => Promise<readonly HookDoc[]>,
  ) {}

  handlers(): Handlers<typeof adminPluginsApi> {
    return {
      listInstalledPlugins: async () => {
        const [plugins, choices] = await Promise.all([this.inventory.list(), this.organizations.switchCounts()]);
        return { data: plugins.map(each => view(each, choices.get(each.manifest.id))), refused: [...this.inventory.refused] };
      },
      listExtensionPoints: async () => {
        const [docs, now] = [await this.hookDocs(), hooksNow()];
        const taps = (doc: HookDoc): string[] => [...new Set([...now].filter(([name]) => doc.half === 'server' && isHookOf(doc, name)).flatMap(([, owners]) => owners))];
        return { hooks: docs.map(each => ({ ...each, taps: taps(each) })), operations: [...this.inventory.operationsOf('core')] };
      },
    };
  }
}

const entries = <T>(record: Readonly<Record<string, T>> | undefined): readonly (T & { readonly name: string })[] => Object.entries(record ?? {}).map(([name, each]) => ({ ...each, name }));

function view(facts: PluginFacts, choices = { on: 0, off: 0 }): InstalledPlugin {
  const { manifest } = facts;
  return {
    id: manifest.id,
    title: manifest.title,
    description: manifest.description ?? '',
    version: facts.version,
    folder: facts.folder ?? null,
    locked: manifest.locked === true,
    requires: [...(manifest.requires ?? [])],
    requiredBy: [...facts.requiredBy],
    enabled: facts.enabled,
    reason: facts.reason ?? null,
    failed: facts.failed,
    choices,
    routes: entries(manifest.routes).map(({ name, title, path, access }) => ({ name, title, path, access })),
    commands: entries(manifest.commands).map(({ name, title, access }) => ({ name, title, access, keys: [manifest.shortcuts?.[name] ?? []].flat() })),
    panels: entries(manifest.panels).map(({ name, title, place }) => ({ name, title, place })),
    menus: Object.entries(manifest.menus ?? {}).map(([place, uses]) => ({ place, entries: uses.map(each => (typeof each === 'string' ? each : each.use)) })),
    operations: [...facts.operations],
    jobs: entries(manifest.jobs).map(({ name, title }) => ({ name, title })),
    tables: [...facts.tables],
    faults: [...facts.faults],
    faultCount: facts.faultCount,
    uses: facts.uses,
    lastUse: facts.lastUse ?? null,
  };
}
