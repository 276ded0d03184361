import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { messages } from '../messages.ts';

/** Leads from the list of items to the grid with the same list; only where items are classified as a whole. */
export default function GridLink({
  context,
}: {
  readonly context: Readonly<Record<string, unknown>>;
}): JSX.Element | undefined {
  const project = useProject();
  if (project.type !== 6) return undefined;
  const { folderId, search } = context as { readonly folderId?: number; readonly search: string };
  return (
    <Button
      component={Link}
      variant="default"
      leftSection={<Icon name="tag" size={14} />}
      to={`/t/${project.team_id}/p/${project.id}/classify${folderId === undefined ? '' : `/f/${folderId}`}${search === '' ? '' : `?${search}`}`}
    >
      {messages.shared.classify}
    </Button>
  );
}
