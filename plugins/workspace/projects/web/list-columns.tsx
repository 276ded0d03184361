import type { JSX, ReactNode } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../common/api.ts';
import type { Project } from '../common/project.ts';
import { messages } from './messages.ts';
import { ProjectProgress } from './project-progress.tsx';
import { StatusMark } from './row-parts.tsx';
import { TypeTitle } from './type-icon.tsx';

function Creator({ email }: { readonly email: string }): JSX.Element {
  const address = useAddressOf()(email);
  return <span title={address}>{address}</span>;
}

/** A column of the list after the name. */
export interface ListColumn {
  readonly id: string;
  readonly title: string;
  /** Track of the grid. */
  readonly width: string;
  readonly sort?: ProjectSort;
  /** Muted text where it is only information. */
  cell(project: Project): ReactNode;
}

const day = (date: string): JSX.Element => <span title={longDate(date)}>{shortDate(date)}</span>;

/** The columns of the list itself. */
export const listColumns: readonly ListColumn[] = [
  { id: 'type', title: messages.shared.type, width: '100px', cell: project => <TypeTitle type={project.type} /> },
  {
    id: 'status',
    title: messages.shared.status,
    width: '126px',
    sort: 'status',
    cell: project => <StatusMark project={project} />,
  },
  {
    id: 'progress',
    title: messages.listColumns.progress,
    width: 'minmax(140px, 1.2fr)',
    cell: project => <ProjectProgress project={project} />,
  },
  { id: 'role', title: messages.shared.myRole, width: '104px', cell: project => projectRoleLabel(project.my_role) },
  {
    id: 'creator',
    title: messages.shared.createdBy,
    width: '160px',
    cell: project => <Creator email={project.creator_id} />,
  },
  {
    id: 'created',
    title: messages.shared.created,
    width: '84px',
    sort: 'created',
    cell: project => day(project.createdAt),
  },
  {
    id: 'updated',
    title: messages.shared.changed,
    width: '84px',
    sort: 'updated',
    cell: project => day(project.updatedAt),
  },
];

/** Columns that are shown until somebody chooses. */
export const standardColumns: readonly string[] = ['type', 'status', 'progress', 'role', 'updated'];

/**
 * The columns of these ids in order; ids of columns that are gone are left out. `more` are columns of other plugins and
 * their values.
 */
export function columnsOf(
  ids: readonly string[],
  more: readonly { readonly id: string; readonly title: string }[],
  values: ReadonlyMap<number, Readonly<Record<string, string>>>,
): readonly ListColumn[] {
  return ids.flatMap(id => {
    const own = listColumns.find(each => each.id === id);
    if (own !== undefined) return [own];
    const extra = more.find(each => each.id === id);
    if (extra === undefined) return [];
    return [
      {
        id,
        title: extra.title,
        width: '130px',
        cell: project => {
          const text = values.get(project.id)?.[id] ?? '';
          return <span title={text}>{text}</span>;
        },
      },
    ];
  });
}
