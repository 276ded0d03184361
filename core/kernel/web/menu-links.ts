import type { TeamStore } from '#core/tenancy/web/index.ts';
import type { WebPluginHost } from './web-plugin-host.ts';

/** A page of a menu as it is drawn: its address is filled in. */
export interface MenuLink {
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly path: string;
}

/** Pages of a menu that the caller may open here, in order; `params` fill their addresses. */
export function menuLinks(host: WebPluginHost, teams: TeamStore, place: string, params: Readonly<Record<string, string | undefined>>): readonly MenuLink[] {
  return host.menu(place, params).flatMap(item => (item.path === undefined || !teams.can(item.access ?? 'team-member')
    ? []
    : [{ id: item.id, title: item.title, icon: item.icon, path: item.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') }]));
}
