import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';

/** A figure that leads to the items behind it, for those who may search them. */
export function ExploreLink({
  query,
  label,
  children,
}: {
  readonly query: string | null;
  readonly label: string;
  readonly children: ReactNode;
}): JSX.Element {
  const project = useProject();
  const searches = useCan('RunExplore');
  if (!searches || query === null) return <>{children}</>;
  const params = query === '' ? '' : `?${new URLSearchParams({ query }).toString()}`;
  return (
    <Link to={`/t/${project.team_id}/p/${project.id}/explore${params}`} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
