import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { AppFiles, AppView } from '../../common/app.ts';
import { changedFiles } from '../../common/changed-files.ts';
import { withoutSamples } from '../../common/samples.ts';
import { AppsClient, appsKey } from '../apps-client.ts';

/** Returns whether a draft is what people have already; false until that is known. */
export function useIsPublished(app: AppView, files: AppFiles): boolean {
  const { api } = useService(AppsClient);
  const team = useTeam();
  const published = useQuery({
    queryKey: [...appsKey(team.id), 'version', app.id, app.version],
    enabled: app.state === 'published' && app.version !== null,
    queryFn: () => api.getVersion({ params: { team_id: team.id, app_id: app.id, version: app.version! } }),
  });
  return (
    app.state === 'published' &&
    published.data !== undefined &&
    changedFiles(published.data.files, withoutSamples(files)).length === 0
  );
}
