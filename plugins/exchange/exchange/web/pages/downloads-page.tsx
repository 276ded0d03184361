import { Button, Skeleton, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, toastError, Tooltip } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { askUndo } from '../ask-undo.ts';
import { ImportDialog } from '../import-dialog.tsx';
import { ImportList } from '../import-list.tsx';
import { NewExport } from '../new-export.tsx';
import { TransferClient } from '../transfer-client.ts';
import { TransferDialogs } from '../transfer-dialogs.ts';
import type { ImportRecord } from '../../common/import-api.ts';
import { useJobs } from '../use-jobs.ts';
import { ExportLine } from '../export-line.tsx';
import { messages } from '../messages.ts';

const COLUMNS: readonly { readonly title: string; readonly width?: number; readonly right?: boolean }[] = [
  { title: messages.downloadsPage.name },
  { title: messages.downloadsPage.contents, width: 112 },
  { title: messages.downloadsPage.items, width: 64, right: true },
  { title: messages.downloadsPage.size, width: 76, right: true },
  { title: messages.shared.state, width: 176 },
  { title: messages.downloadsPage.created, width: 116 },
  { title: messages.downloadsPage.expires, width: 88 },
];

/** Exports and imports of a project: what was prepared or imported, how far it is, and new ones. */
export default function DownloadsPage(): JSX.Element {
  const project = useProject();
  const { exports, imports } = useService(TransferClient);
  const dialogs = useService(TransferDialogs);
  const queries = useQueryClient();
  const mayImport = useCan('UploadItem');
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
  const undo = async (record: ImportRecord): Promise<void> => {
    if (await askUndo(record)) act(imports.undoImport({ params: { project_id: project.id, import_id: record.id } }));
  };
  const fresh = (
    <Tooltip label="Alt+N">
      <Button leftSection={<Icon name="download" size={14} />} onClick={() => dialogs.draft({ projectId: project.id })}>
        {messages.shared.newExport}
      </Button>
    </Tooltip>
  );
  const importButton = mayImport ? (
    <Button
      variant="default"
      leftSection={<Icon name="upload" size={14} />}
      onClick={() => dialogs.import({ projectId: project.id, folderId: undefined })}
    >
      {messages.shared.importAnnotations}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={messages.downloadsPage.importExport} {...(rows === undefined ? {} : { count: rows.length })}>
        {rows === undefined || rows.length === 0 ? undefined : (
          <>
            {importButton}
            {fresh}
          </>
        )}
      </PageHeader>
      <PageBody>
        {rows === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {rows?.length === 0 ? (
          <EmptyState icon="download" text={messages.downloadsPage.noExportsYet}>
            {fresh}
            {importButton}
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
                  <Table.Th w={104} aria-label={messages.shared.actions} />
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
        {mayImport ? (
          <ImportList
            projectId={project.id}
            jobs={jobs}
            onUndo={record => void undo(record)}
            onCancel={({ id }) => act(imports.cancelImport({ params: { project_id: project.id, import_id: id } }))}
          />
        ) : undefined}
      </PageBody>
      <NewExport project={project} onMade={refresh} />
      <ImportDialog projectId={project.id} />
    </>
  );
}
