import { Group, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { foldersApi, itemKeys } from '#plugins/workspace/items/common/index.ts';
import { projectKeys, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ReportType, TimeBreakdown } from '../common/api.ts';
import { reportTypes, reportTypeTitles, timeBreakdowns } from '../common/api.ts';
import { breakdownTitles } from './breakdown-titles.ts';
import { messages } from './messages.ts';
import { PeopleInput } from './people-input.tsx';
import { TelemetryClient } from './telemetry-client.ts';

interface NewReportProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const HINTS: Readonly<Record<ReportType, string>> = {
  status_flow: messages.newReport.oneLineForEachStatusChange,
  transitions: messages.newReport.howOftenEachPersonMade,
  time: messages.newReport.activeTimeOfEachPerson,
};
const DAY_MS = 86_400_000;
const dayBefore = (days: number): string =>
  new Intl.DateTimeFormat('en-CA').format(new Date(Date.now() - days * DAY_MS));

/** Asks what a report is about, and begins it. */
export function NewReport({ opened, onClose, onMade }: NewReportProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.newReport} size="md">
      {opened ? <ReportForm onClose={onClose} onMade={onMade} /> : undefined}
    </Modal>
  );
}

function ReportForm({ onClose, onMade }: Omit<NewReportProps, 'opened'>): JSX.Element {
  const team = useTeam();
  const { api } = useService(TelemetryClient);
  const transport = useService(Transport);
  const [type, setType] = useState<ReportType>('status_flow');
  const [range, setRange] = useState({ from: dayBefore(29), to: dayBefore(0) });
  const [projectIds, setProjectIds] = useState<readonly string[]>([]);
  const [folderIds, setFolderIds] = useState<readonly string[]>([]);
  const [emails, setEmails] = useState<string[]>([]);
  const [breakdown, setBreakdown] = useState<TimeBreakdown>('day');
  const projects = useQuery({
    queryKey: projectKeys.dependent('telemetry', team.id),
    queryFn: async () =>
      (await client(projectsApi, transport).listProjects({ query: { limit: 2000, sort: 'name', order: 'asc' } })).data,
  });
  // Folders are chosen within one project: names repeat between projects.
  const project = projectIds.length === 1 ? Number(projectIds[0]) : undefined;
  const folders = useQuery({
    queryKey: itemKeys.dependent('telemetry-folders', project ?? 0),
    queryFn: async () =>
      (await client(foldersApi, transport).listFolders({ query: { project_id: project!, limit: 2000 } })).data,
    enabled: project !== undefined,
  });
  const create = async (): Promise<void> => {
    await api.createTelemetryReport({
      body: {
        type,
        ...range,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        project_ids: projectIds.map(Number),
        folder_ids: folderIds.map(Number),
        emails,
        breakdown,
      },
    });
    onMade();
    onClose();
  };
  return (
    <DialogForm
      action={messages.newReport.prepare}
      ready={range.from !== '' && range.to !== '' && range.from <= range.to}
      onCancel={onClose}
      onSubmit={create}
    >
      <Select<ReportType>
        label={messages.shared.report}
        description={HINTS[type]}
        allowDeselect={false}
        data={reportTypes.map(value => ({ value, label: reportTypeTitles[value] }))}
        value={type}
        onChange={value => value !== null && setType(value)}
      />
      <Group grow>
        <TextInput
          type="date"
          label={messages.newReport.from}
          required
          value={range.from}
          max={range.to}
          onChange={event => setRange({ ...range, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={messages.newReport.until}
          required
          value={range.to}
          min={range.from}
          onChange={event => setRange({ ...range, to: event.currentTarget.value })}
        />
      </Group>
      {type === 'time' ? (
        <Select<TimeBreakdown>
          label={messages.newReport.timeBy}
          allowDeselect={false}
          data={timeBreakdowns.map(value => ({ value, label: breakdownTitles[value] }))}
          value={breakdown}
          onChange={value => value !== null && setBreakdown(value)}
        />
      ) : undefined}
      <MultiSelect
        label={messages.shared.projects}
        placeholder={projectIds.length === 0 ? messages.newReport.allProjects : ''}
        searchable
        limit={100}
        data={(projects.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
        value={[...projectIds]}
        onChange={chosen => {
          setProjectIds(chosen);
          setFolderIds([]);
        }}
      />
      {project === undefined ? undefined : (
        <MultiSelect
          label={messages.newReport.folders}
          placeholder={folderIds.length === 0 ? messages.newReport.allFolders : ''}
          searchable
          limit={100}
          data={(folders.data ?? []).map(each => ({
            value: String(each.id),
            label: each.is_root ? messages.newReport.rootFolder : each.name,
          }))}
          value={[...folderIds]}
          onChange={setFolderIds}
        />
      )}
      <PeopleInput value={emails} onChange={setEmails} />
    </DialogForm>
  );
}
