import type { PluginFacts } from '#core/kernel/server/index.ts';
import type { OrganizationPlugin, PluginChoice } from '../common/organization-api.ts';
import type { Contributions } from '../common/contributions.ts';

const entries = <T>(record: Readonly<Record<string, T>> | undefined): readonly (T & { readonly name: string })[] =>
  Object.entries(record ?? {}).map(([name, each]) => ({ ...each, name }));

/** Returns the contributions of a plugin, for a screen. */
export function contributionsOf({ manifest, operations, tables }: PluginFacts): Contributions {
  return {
    routes: entries(manifest.routes).map(({ name, title, path, access }) => ({ name, title, path, access })),
    commands: entries(manifest.commands).map(({ name, title, access }) => ({
      name,
      title,
      access,
      keys: [manifest.shortcuts?.[name] ?? []].flat(),
    })),
    panels: entries(manifest.panels).map(({ name, title, place }) => ({ name, title, place })),
    menus: Object.entries(manifest.menus ?? {}).map(([place, uses]) => ({
      place,
      entries: uses.map(each => (typeof each === 'string' ? each : each.use)),
    })),
    operations: [...operations],
    jobs: entries(manifest.jobs).map(({ name, title }) => ({ name, title })),
    tables: [...tables],
  };
}

/** A plugin as an organization has it, from the facts that it may know. `operator` is whether a super-admin asks. */
export function organizationPluginOf(facts: PluginFacts, choice: PluginChoice, operator: boolean): OrganizationPlugin {
  const { manifest } = facts;
  const locked = manifest.locked === true;
  return {
    ...contributionsOf(facts),
    id: manifest.id,
    title: manifest.title,
    description: manifest.description ?? '',
    version: facts.version,
    outside: facts.folder !== undefined,
    locked,
    requires: [...(manifest.requires ?? [])],
    requiredBy: [...facts.requiredBy],
    choice,
    enabled: facts.enabled,
    reason: facts.reason ?? null,
    switchable: !locked && !facts.leftOut && !facts.failed && (operator || choice !== 'withheld'),
    failed: facts.failed,
    faults: facts.faults.map(({ at, side, where, message, organizationId }) => ({
      at,
      side,
      where,
      message: organizationId === undefined ? null : message,
    })),
    faultCount: facts.faultCount,
    uses: facts.uses,
    lastUse: facts.lastUse ?? null,
  };
}
