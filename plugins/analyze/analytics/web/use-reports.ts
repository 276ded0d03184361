import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { AttributeRow, ClassRow, FolderRow, Report, StageRow, StatusRow } from '../common/report.ts';
import { AnalyticsClient } from './analytics-client.ts';
import type { FigureFilter } from './kit/use-figure-filters.ts';

/** Milliseconds between updates of the numbers at the top while they are visible. */
const LIVE_MS = 30_000;

export interface ProjectReports {
  readonly cards: UseQueryResult<Report<StatusRow>>;
  readonly overview: UseQueryResult<Report<StageRow>>;
  readonly classes: UseQueryResult<Report<ClassRow>>;
  readonly attributes: UseQueryResult<Report<AttributeRow>>;
  readonly folders: UseQueryResult<Report<FolderRow>>;
}

/** The reports that a page of figures is made of. */
export function useReports(filter: FigureFilter): ProjectReports {
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const params = { project_id: project.id };
  const query = {
    ...filter,
    folder_ids: [...(filter.folder_ids ?? [])],
    users: filter.users === undefined ? undefined : [...filter.users],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const asked = <Row>(name: string, ask: (signal: AbortSignal) => Promise<Report<Row>>) => ({
    queryKey: ['analytics', project.id, name, filter],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(signal),
    placeholderData: keepPreviousData,
  });
  return {
    cards: useQuery({
      ...asked('cards', signal => reports.reportCards({ params, query, signal })),
      refetchInterval: LIVE_MS,
    }),
    overview: useQuery(asked('overview', signal => reports.reportOverview({ params, query, signal }))),
    classes: useQuery(asked('classes', signal => reports.reportClasses({ params, query, signal }))),
    attributes: useQuery(asked('attributes', signal => reports.reportAttributes({ params, query, signal }))),
    folders: useQuery(asked('folders', signal => reports.reportItems({ params, query, signal }))),
  };
}
