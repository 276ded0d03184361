import { projectStatuses } from '#plugins/workspace/projects/common/index.ts';
import type { EventType } from './event-type.ts';
import { range } from './setting-range.ts';

/** Statuses of projects and folders. */
const projectRange = range(projectStatuses.map(({ name, title }) => ({ value: name, label: title })));

const exportChoices = [
  { value: 'complete', label: 'Complete' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'failed', label: 'Failed' },
] as const;

/** The events about projects, folders and exports. */
export const placeEvents: readonly EventType[] = [
  {
    type: 'project c',
    title: 'Project created',
    description: 'A project is created in the team.',
    group: 'Project',
    subject: 'project',
    fields: [],
  },
  {
    type: 'project u',
    title: 'Project updated',
    description: 'The name, status or settings of a project change; with From or To only its status.',
    group: 'Project',
    subject: 'project',
    fields: projectRange,
  },
  {
    type: 'project d',
    title: 'Project deleted',
    description: 'A project is deleted.',
    group: 'Project',
    subject: 'project',
    fields: [],
  },
  {
    type: 'folder c',
    title: 'Folder created',
    description: 'A folder is created, also by an upload or an import.',
    group: 'Folder',
    subject: 'project',
    fields: [],
  },
  {
    type: 'folder u',
    title: 'Folder updated',
    description: 'The name or status of a folder changes; with From or To only its status.',
    group: 'Folder',
    subject: 'project',
    fields: projectRange,
  },
  {
    type: 'folder d',
    title: 'Folder deleted',
    description: 'A folder is deleted with its items.',
    group: 'Folder',
    subject: 'project',
    fields: [],
  },
  {
    type: 'export c',
    title: 'Export started',
    description: 'Someone, or a pipeline, begins an export.',
    plugin: 'exchange',
    group: 'Export',
    subject: 'project',
    fields: [],
  },
  {
    type: 'export u',
    title: 'Export ended',
    description: 'An export is complete, fails or is canceled.',
    plugin: 'exchange',
    group: 'Export',
    subject: 'project',
    fields: [{ name: 'to', label: 'To', kind: 'anyChoice', choices: exportChoices }],
  },
  {
    type: 'export d',
    title: 'Export deleted',
    description: 'An export is deleted by someone, or because its time is over.',
    plugin: 'exchange',
    group: 'Export',
    subject: 'project',
    fields: [],
  },
];
