import { Button, Skeleton, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, toastError, Tooltip } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { ImportDialog } from '../import-dialog.tsx';
import { NewExport } from '../new-export.tsx';
import { TransferClient } from '../transfer-client.ts';
import { TransferDialogs } from '../transfer-dialogs.ts';
import { useJobs } from '../use-jobs.ts';
import { ExportLine } from '../export-line.tsx';

const COLUMNS: readonly { readonly title: string; readonly width?: number; readonly right?: boolean }[] = [
  { title: 'Name' },
  { title: 'Contents', width: 112 },
  { title: 'Items', width: 64, right: true },
  { title: 'Size', width: 76, right: true },
  { title: 'State', width: 176 },
  { title: 'Made', width: 116 },
  { title: 'Expires', width: 88 },
];

/** Downloads of a project: what was prepared, how far it is, and a new one. */
export default function DownloadsPage(): JSX.Element {
  const project = useProject();
  const { exports } = useService(TransferClient);
  const dialogs = useService(TransferDialogs);
  const queries = useQueryClient();
  const imports = useCan('UploadItem');
  const list = useQuery({
    queryKey: ['exchange', 'exports', project.id],
    queryFn: () => exports.listProjectExports({ params: { project_id: project.id } }),
  });
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: ['exchange'] }), [queries]);
  const jobs = useJobs(refresh);

  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.data;
  const params = (id: number): { readonly project_id: number; readonly export_id: number } => ({
    project_id: project.id,
    export_id: id,
  });
  const act = (work: Promise<unknown>): void => void work.catch(toastError).then(refresh);
  const fresh = (
    <Tooltip label="Alt+N">
      <Button leftSection={<Icon name="download" size={14} />} onClick={() => dialogs.draft({ projectId: project.id })}>
        New download
      </Button>
    </Tooltip>
  );
  const bring = imports ? (
    <Button variant="default" leftSection={<Icon name="upload" size={14} />} onClick={() => dialogs.import(project.id)}>
      Import annotations
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title="Downloads" {...(rows === undefined ? {} : { count: rows.length })}>
        {bring}
        {rows?.length === 0 ? undefined : fresh}
      </PageHeader>
      <PageBody>
        {rows === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {rows?.length === 0 ? (
          <EmptyState
            icon="download"
            text="Nothing downloaded yet. A download holds the annotations and classes, and the pictures if you like."
          >
            {fresh}
          </EmptyState>
        ) : undefined}
        {rows === undefined || rows.length === 0 ? undefined : (
          <Table.ScrollContainer minWidth={900}>
            <Table highlightOnHover layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  {COLUMNS.map(each => (
                    <Table.Th
                      key={each.title}
                      {...(each.width === undefined ? {} : { w: each.width })}
                      ta={each.right === true ? 'right' : 'left'}
                    >
                      {each.title}
                    </Table.Th>
                  ))}
                  <Table.Th w={104} aria-label="Actions" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(each => (
                  <ExportLine
                    key={each.id}
                    record={each}
                    job={jobs.get(each.job_id)}
                    onCancel={() => act(exports.cancelExport({ params: params(each.id) }))}
                    onDelete={() => act(exports.deleteProjectExport({ params: params(each.id) }))}
                    onAgain={() => dialogs.draft({ projectId: project.id, again: each })}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </PageBody>
      <NewExport project={project} onMade={refresh} />
      <ImportDialog projectId={project.id} jobs={jobs} />
    </>
  );
}
