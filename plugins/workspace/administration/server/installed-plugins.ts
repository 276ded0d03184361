import { inject } from 'inversify';
import { hooksNow } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { HookDoc } from '#core/kernel/common/index.ts';
import { isHookOf } from '#core/kernel/common/index.ts';
import type { PluginFacts, PluginInventory } from '#core/kernel/server/index.ts';
import { HookDocsToken, PluginInventoryToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import { contributionsOf } from './plugin-view.ts';
import type { adminPluginsApi, InstalledPlugin } from '../common/plugins-api.ts';

/** Installed plugins, for super-admins. */
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
        return {
          data: plugins.map(each => view(each, choices.get(each.manifest.id))),
          refused: [...this.inventory.refused],
        };
      },
      listExtensionPoints: async () => {
        const [docs, now] = [await this.hookDocs(), hooksNow()];
        const taps = (doc: HookDoc): string[] => [
          ...new Set(
            [...now].filter(([name]) => doc.half === 'server' && isHookOf(doc, name)).flatMap(([, owners]) => owners),
          ),
        ];
        return {
          hooks: docs.map(each => ({ ...each, taps: taps(each) })),
          operations: [...this.inventory.operationsOf('core')],
        };
      },
    };
  }
}

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
    ...contributionsOf(facts),
    faults: facts.faults.map(({ organizationId: _, ...each }) => each),
    faultCount: facts.faultCount,
    uses: facts.uses,
    lastUse: facts.lastUse ?? null,
  };
}
