import type { JSX } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { menuLinks, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';

/** The bare address of the setup leads to its first tab. */
export default function SetupPage(): JSX.Element {
  const params = useParams();
  const [first] = menuLinks(useService(WebPluginHost), useService(TeamStore), 'project.setup', params);
  return <Navigate replace to={first?.path ?? `/t/${params['teamId']}/p/${params['projectId']}`} />;
}
