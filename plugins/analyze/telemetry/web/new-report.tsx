import { Group, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { projectKeys, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ReportType, TimeBreakdown } from '../common/api.ts';
import { reportTypes, reportTypeTitles, timeBreakdowns } from '../common/api.ts';
import { TelemetryClient } from './telemetry-client.ts';

interface NewReportProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const HINTS: Readonly<Record<ReportType, string>> = {
  status_flow: 'One line for each status change: when, which item, from and to, by whom.',
  transitions: 'How often each person made each status change.',
  time: 'Active time of each person in each project.',
};
const BREAKDOWNS: Readonly<Record<TimeBreakdown, string>> = {
  project: 'Project',
  day: 'Project and day',
  item: 'Project and item',
};
const DAY_MS = 86_400_000;
const dayBefore = (days: number): string =>
  new Intl.DateTimeFormat('en-CA').format(new Date(Date.now() - days * DAY_MS));

/** Asks what a report is about, and begins it. */
export function NewReport({ opened, onClose, onMade }: NewReportProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title="New report" size="md">
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
  const [emails, setEmails] = useState<string[]>([]);
  const [breakdown, setBreakdown] = useState<TimeBreakdown>('day');
  const projects = useQuery({
    queryKey: projectKeys.dependent('telemetry', team.id),
    queryFn: async () =>
      (await client(projectsApi, transport).listProjects({ query: { limit: 2000, sort: 'name', order: 'asc' } })).data,
  });
  const create = async (): Promise<void> => {
    await api.createTelemetryReport({
      body: {
        type,
        ...range,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        project_ids: projectIds.map(Number),
        emails,
        breakdown,
      },
    });
    onMade();
    onClose();
  };
  return (
    <DialogForm
      action="Prepare"
      ready={range.from !== '' && range.to !== '' && range.from <= range.to}
      onCancel={onClose}
      onSubmit={create}
    >
      <Select<ReportType>
        label="Report"
        description={HINTS[type]}
        allowDeselect={false}
        data={reportTypes.map(value => ({ value, label: reportTypeTitles[value] }))}
        value={type}
        onChange={value => value !== null && setType(value)}
      />
      <Group grow>
        <TextInput
          type="date"
          label="From"
          required
          value={range.from}
          max={range.to}
          onChange={event => setRange({ ...range, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Until"
          required
          value={range.to}
          min={range.from}
          onChange={event => setRange({ ...range, to: event.currentTarget.value })}
        />
      </Group>
      {type === 'time' ? (
        <Select<TimeBreakdown>
          label="Time by"
          allowDeselect={false}
          data={timeBreakdowns.map(value => ({ value, label: BREAKDOWNS[value] }))}
          value={breakdown}
          onChange={value => value !== null && setBreakdown(value)}
        />
      ) : undefined}
      <MultiSelect
        label="Projects"
        placeholder={projectIds.length === 0 ? 'All projects' : ''}
        searchable
        limit={100}
        data={(projects.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
        value={[...projectIds]}
        onChange={setProjectIds}
      />
      <TagsInput
        label="People"
        description="E-mail addresses; everybody when empty"
        placeholder={emails.length === 0 ? 'Everybody' : ''}
        value={emails}
        onChange={setEmails}
      />
    </DialogForm>
  );
}
