import type { JSX } from 'react';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { CopyDialog } from '../copying/copy-dialog.tsx';
import { AssignDialog } from '../pages/assign-dialog.tsx';
import { PriorityDialog } from '../pages/priority-dialog.tsx';

interface SelectionDialogsProps {
  readonly project: Pick<Project, 'id' | 'name' | 'type'>;
}

/** The dialogs that assign, prioritize and copy or move the selected items. `DataDialogs` opens them. */
export function SelectionDialogs({ project }: SelectionDialogsProps): JSX.Element {
  return (
    <>
      <AssignDialog projectId={project.id} />
      <PriorityDialog projectId={project.id} />
      <CopyDialog project={project} />
    </>
  );
}
