import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, LoadingSkeleton, PageBody, PageHeader, usePageName } from '#core/ui/web/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from '../../common/app.ts';
import { appsIn } from '../../common/mounts.ts';
import { messages } from '../messages.ts';
import { AppCommandsMenu } from './app-commands-menu.tsx';
import { MountedApps } from './mounted-apps.ts';
import { PlacedAppView } from './placed-app.tsx';

/** The app of the address in a place, filling the page. */
export function AppOfAddress({
  place,
  headed = false,
}: {
  readonly place: AppPlace;
  readonly headed?: boolean;
}): JSX.Element {
  const { apps, loaded } = useSnapshot(useService(MountedApps).state);
  const team = useTeam();
  const manages = useCan('ManageCustomApps');
  const { appId } = useParams();
  const found = appsIn(apps as readonly MountedApp[], place).find(each => each.app.id === Number(appId));
  usePageName(found?.title);
  if (!loaded)
    return (
      <PageBody>
        <LoadingSkeleton h={300} label={messages.appPage.loadingApp} />
      </PageBody>
    );
  if (found === undefined) {
    return (
      <EmptyState icon="apps" text={messages.appPage.thisAppIsNotShownHere}>
        {manages ? (
          <Button variant="default" component={Link} to={`/t/${team.id}/apps`}>
            {messages.appPage.allApps}
          </Button>
        ) : undefined}
      </EmptyState>
    );
  }
  return (
    <>
      {headed ? (
        <PageHeader title={found.title}>
          <AppCommandsMenu app={found.app} place={place} />
          {manages ? (
            <Button variant="default" component={Link} to={`/t/${team.id}/apps/${found.app.id}/edit`}>
              {messages.appPage.editApp}
            </Button>
          ) : undefined}
        </PageHeader>
      ) : undefined}
      <PageBody flush>
        <PlacedAppView key={found.app.id} app={found.app} context={{ place }} />
      </PageBody>
    </>
  );
}

/** An app as a page of the team. */
export default function AppPage(): JSX.Element {
  return <AppOfAddress place="team.page" headed />;
}
