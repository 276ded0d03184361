import type { JSX } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { menuLinks, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { openedProject } from '../kit/use-opened-project.ts';

/** The bare address of a project leads to the first tab that the caller may open. */
export default function OpenPage(): JSX.Element {
  const params = useParams();
  const [first] = menuLinks(useService(WebPluginHost), useService(TeamStore), 'project.tabs', params);
  return <Navigate replace to={first?.path ?? `/t/${params['teamId']}/projects`} state={openedProject} />;
}
