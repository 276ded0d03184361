import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';
import type { ColumnSource } from './kit/projects-web-hooks.ts';

const NOTHING: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map();

/** Columns that other plugins add to the list. */
export function useColumnSources(): readonly ColumnSource[] {
  const hooks = useService(ProjectsWebHooks);
  const { id: teamId } = useTeam();
  return (
    useQuery({ queryKey: [...projectKeys.columns, teamId], queryFn: () => hooks.columns.promise({ teamId }, []) })
      .data ?? []
  );
}

/** Returns the values of the chosen columns for some projects; asks nobody when none is chosen. */
export function useColumnValues(
  sources: readonly ColumnSource[],
  chosen: readonly string[],
  projectIds: readonly number[],
): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const { id: teamId } = useTeam();
  const asked = sources.filter(source => source.columns.some(each => chosen.includes(each.id)));
  const values = useQuery({
    queryKey: [
      'projects',
      'columnValues',
      teamId,
      asked.flatMap(source => source.columns.map(each => each.id)),
      projectIds,
    ],
    enabled: asked.length > 0 && projectIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const found = await Promise.all(asked.map(source => source.values(projectIds)));
      return new Map(
        projectIds.map(id => [
          id,
          Object.assign({}, ...found.map(each => each.get(id) ?? {})) as Record<string, string>,
        ]),
      );
    },
  });
  return values.data ?? NOTHING;
}
