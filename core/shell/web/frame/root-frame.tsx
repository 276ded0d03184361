import type { JSX } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { PageTitle } from '#core/ui/web/index.ts';
import { LeaveQuestion } from './leave-question.tsx';

/** The handle of a route: the titles that its manifest gives the page and the frame. */
export interface Titled {
  readonly page?: string | undefined;
  readonly frame?: string | undefined;
}

/** Around the pages of every frame: their title in the tab of the browser, and the question before leaving a form. */
export function RootFrame(): JSX.Element {
  const matches = useMatches();
  const { team } = useSnapshot(useService(TeamStore).state);
  const handles = matches.map(each => each.handle as Titled | undefined);
  const inTeam = matches.at(-1)?.params['teamId'] !== undefined;
  const frame = handles.findLast(each => each?.frame !== undefined)?.frame;
  return (
    <>
      <PageTitle page={handles.findLast(each => each?.page !== undefined)?.page} place={inTeam ? team?.name : frame} />
      <LeaveQuestion />
      <Outlet />
    </>
  );
}
