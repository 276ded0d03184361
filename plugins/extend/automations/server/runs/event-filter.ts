import type { RequestContext } from '#core/api/server/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { ANY, approvalNames } from '../../common/event-types.ts';
import type { EventFacts, HappenedEvent } from './happened-event.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Returns the value that a setting is compared with, as settings name it. */
export type ValueNames = (setting: string, value: unknown) => string;

/** Returns whether an event fits the settings of an event node. */
export function passes(settings: Settings, { from, to, facets = {} }: EventFacts, nameOf: ValueNames): boolean {
  const all = { from: [from], to: [to], ...facets };
  return Object.entries(all).every(([setting, values]) => {
    const wanted = settings[setting] ?? ANY;
    return (
      wanted === ANY || wanted === '' || values.some(each => each !== undefined && nameOf(setting, each) === wanted)
    );
  });
}

/** Returns how settings name the values of an event: statuses, approvals and roles come as numbers. */
export async function valueNames(
  context: RequestContext,
  { type, projectId }: HappenedEvent,
  { items, projects }: { readonly items: Items; readonly projects: ProjectsHooks },
): Promise<ValueNames> {
  if (type === 'item u:approval_status') return (_, value) => approvalNames[Number(value)] ?? String(value);
  if (type === 'item u:annotation_status') {
    const names = await items.statusNames(context, projectId);
    return (_, value) => names(Number(value)).name;
  }
  if (type !== 'item u:assignment' && type !== 'item open') return (_, value) => String(value);
  const roles = await projects.roles.promise(context, [], projectId);
  return (setting, value) =>
    (setting === 'role' ? roles.find(each => each.id === Number(value))?.name : undefined) ?? String(value);
}
