import type { WebPluginHost } from '#core/kernel/web/index.ts';
import type { TeamStore } from '#core/tenancy/web/index.ts';

/** A tab as it is drawn: its address is filled in. */
export interface VisibleTab {
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly path: string;
}

/** Pages of a menu that the caller may open here, in order. */
export function visibleTabs(host: WebPluginHost, teams: TeamStore, place: string, params: Readonly<Record<string, string | undefined>>): readonly VisibleTab[] {
  return host.menu(place, params).flatMap((item: { id: string; title: string; icon?: string; path?: string; access?: string }) =>
    item.path === undefined || !teams.can(item.access ?? 'team-member')
      ? []
      : [{ id: item.id, title: item.title, icon: item.icon, path: item.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') }]);
}
