import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import type { MountedApp } from '../../common/app.ts';
import { AppView } from '../host/app-view.tsx';
import type { PlaceOfApp } from '../host/use-situation.ts';
import { messages } from '../messages.ts';
import { AppCommands } from './app-commands.ts';
import { MountedApps } from './mounted-apps.ts';

/**
 * Loads the script of a published app and runs it in one of its places. `height` is in CSS pixels; without it the app
 * fills its container.
 */
export function PlacedAppView({
  app,
  context,
  height,
}: {
  readonly app: MountedApp;
  readonly context: PlaceOfApp;
  readonly height?: number;
}): JSX.Element {
  const apps = useService(MountedApps);
  const commands = useService(AppCommands);
  const team = useTeam();
  const feed = useMemo(() => commands.feed(app.id, context.place), [commands, app.id, context.place]);
  const script = useQuery({
    queryKey: ['apps', 'script', team.id, app.id, app.version],
    queryFn: ({ signal }) => apps.script(app, signal),
    staleTime: Infinity,
  });
  if (script.error !== null) return <ErrorPanel error={script.error} onRetry={() => void script.refetch()} />;
  if (script.data === undefined)
    return <LoadingSkeleton h={height ?? 200} label={messages.placedApp.loadingName(app.name)} />;
  return (
    <AppView
      source={{ id: app.id, name: app.name, code: script.data, grant: app.grant, sdk: app.sdk, commands: feed }}
      context={context}
      {...(height === undefined ? {} : { height })}
    />
  );
}
