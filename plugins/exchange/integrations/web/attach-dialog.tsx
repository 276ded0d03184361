import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { joinParts } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { JobProgress, useCan, useJob, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, EmptyState, ErrorPanel, fileSize, LoadingSkeleton, Modal } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { AttachPreview, Integration } from '../common/integration.ts';
import { holdsTables, takesRows } from '../common/integration.ts';
import type { AttachPlace } from './integrations-client.ts';
import { IntegrationsClient } from './integrations-client.ts';
import { messages } from './messages.ts';
import { QueryStep } from './query-step.tsx';
import { StorageBrowser } from './storage-browser.tsx';

/**
 * Files of an integration become items: a storage and a folder of it are chosen, a preview is shown, and a job does it.
 */
export function AttachDialog({
  place,
  onClose,
}: {
  readonly place: AttachPlace;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened onClose={onClose} title={messages.attachDialog.attachFromAnIntegration} size="lg">
      <Steps place={place} onClose={onClose} />
    </Modal>
  );
}

function Steps({ place, onClose }: { readonly place: AttachPlace; readonly onClose: () => void }): JSX.Element {
  const { api } = useService(IntegrationsClient);
  const team = useTeam();
  const manages = useCan('CreateIntegration');
  const [chosen, setChosen] = useState<number>();
  const [jobId, setJobId] = useState<string>();
  const list = useQuery({
    queryKey: ['integrations', 'list', team.id],
    queryFn: async () => (await api.listIntegrations()).integrations,
  });
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={240} />;
  if (jobId !== undefined) return <Running jobId={jobId} onClose={onClose} />;
  const byRows = takesRows(place.projectType);
  const usable = list.data.filter(each => each.root !== '' && holdsTables(each.type) === byRows);
  if (usable.length === 0)
    return (
      <EmptyState
        icon="plugin"
        text={byRows ? messages.attachDialog.noTablesAreConnected : messages.attachDialog.noStorageIsConnected}
      >
        <>
          {manages ? (
            <Button component={Link} to={`/t/${team.id}/integrations`} onClick={onClose}>
              {messages.attachDialog.openIntegrations}
            </Button>
          ) : (
            <Text size="sm">{messages.attachDialog.askAnAdmin}</Text>
          )}
        </>
      </EmptyState>
    );
  const integration = usable.find(each => each.id === chosen) ?? usable[0]!;
  return (
    <Stack gap="md">
      <Select
        label={messages.attachDialog.integration}
        value={String(integration.id)}
        allowDeselect={false}
        data={usable.map(each => ({ value: String(each.id), label: each.name }))}
        onChange={value => setChosen(Number(value))}
      />
      {byRows ? (
        <QueryStep key={integration.id} place={place} integration={integration} onClose={onClose} onBegun={setJobId} />
      ) : (
        <FolderStep key={integration.id} place={place} integration={integration} onClose={onClose} onBegun={setJobId} />
      )}
    </Stack>
  );
}

interface FolderStepProps {
  readonly place: AttachPlace;
  readonly integration: Integration;
  readonly onBegun: (jobId: string) => void;
  readonly onClose: () => void;
}

function FolderStep({ place: { projectId, folderId }, integration, onBegun, onClose }: FolderStepProps): JSX.Element {
  const { api, folders } = useService(IntegrationsClient);
  const [path, setPath] = useState('');
  const [target, setTarget] = useState(folderId);
  const inProject = { project_id: projectId, integration_id: integration.id };
  const known = useQuery({
    queryKey: itemKeys.folderNames(projectId),
    queryFn: async () => (await folders.listFolders({ query: { project_id: projectId, limit: 500 } })).data,
  });
  const preview = useQuery({
    queryKey: ['integrations', 'preview', projectId, integration.id, target, path],
    queryFn: ({ signal }) =>
      api.previewAttachment({
        params: inProject,
        query: { path, ...(target === undefined ? {} : { folder_id: target }) },
        signal,
      }),
    retry: false,
    staleTime: 0,
  });
  const count = preview.data?.attached ?? 0;
  const submit = async (): Promise<void> =>
    onBegun(
      (
        await api.attachIntegration({
          body: {
            project_id: projectId,
            folder_id: target ?? null,
            integration_id: integration.id,
            customer_folder_name: path,
          },
        })
      ).job_id,
    );
  return (
    <DialogForm
      action={preview.data === undefined ? messages.attachDialog.attach : messages.attachDialog.attachCount(count)}
      ready={count > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <StorageBrowser
        name={integration.root}
        queryKey={[integration.id, projectId]}
        path={path}
        onPath={setPath}
        list={(of, signal) => api.browseIntegration({ params: inProject, query: { path: of }, signal })}
      />
      <Select
        label={messages.attachDialog.intoFolder}
        value={target === undefined ? '' : String(target)}
        allowDeselect={false}
        searchable
        onChange={value => setTarget(value === '' || value === null ? undefined : Number(value))}
        data={[
          ...(target === undefined ? [{ value: '', label: messages.attachDialog.notInAFolder }] : []),
          ...(known.data ?? []).map(each => ({
            value: String(each.id),
            label: each.is_root ? messages.attachDialog.notInAFolder : each.name,
          })),
        ]}
      />
      {preview.error !== null ? (
        <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <LoadingSkeleton h={44} label={messages.attachDialog.countingFiles} />
      ) : (
        <Preview found={preview.data} />
      )}
    </DialogForm>
  );
}

/** Shows a preview of attaching; nothing is changed yet. */
function Preview({ found }: { readonly found: AttachPreview }): JSX.Element {
  const number = (value: number): string => value.toLocaleString('en');
  const left = found.kinds
    .filter(each => !each.taken_by_project)
    .map(each => messages.attachDialog.numberNumber(number(each.count), each.ending))
    .join(', ');
  return (
    <div role="status">
      <Text fw={500}>
        {messages.attachDialog.numberFilesHereAndBelow(
          number(found.attached),
          found.attached,
          found.attached > 0 ? `, ${fileSize(found.bytes)}` : '',
        )}
      </Text>
      {found.taken > 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.attachDialog.numberLeftOut(number(found.taken))}
        </Text>
      ) : undefined}
      {found.ignored > 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.attachDialog.numberLeftOutThe(number(found.ignored), left)}
        </Text>
      ) : undefined}
      {found.over > 0 && found.attached > 0 ? (
        <Text size="sm" c="var(--loupe-danger)">
          {messages.attachDialog.numberDontFit(number(found.over))}
        </Text>
      ) : undefined}
      {found.message === null ? undefined : (
        <Alert color="red" p="xs" mt={6}>
          {found.message}
        </Alert>
      )}
    </div>
  );
}

function Running({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }): JSX.Element {
  const job = useJob(jobId);
  const {
    attached = 0,
    skipped = 0,
    ignored = 0,
    rows,
  } = (job?.result ?? {}) as {
    readonly attached?: number;
    readonly skipped?: number;
    readonly ignored?: number;
    readonly rows?: number;
  };
  return (
    <Stack gap="md">
      <JobProgress job={job} />
      {job?.state === 'COMPLETED' ? (
        <Text role="status">
          {rows !== undefined
            ? messages.attachDialog.rowsRead(rows.toLocaleString('en'))
            : joinParts(
                messages.attachDialog.attached(attached.toLocaleString('en')),
                skipped > 0 ? messages.attachDialog.skippedBecauseTheirNameIs(skipped.toLocaleString('en')) : undefined,
                ignored > 0 ? messages.attachDialog.leftOutIgnored(ignored.toLocaleString('en')) : undefined,
              )}
        </Text>
      ) : undefined}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {messages.shared.close}
        </Button>
      </Group>
    </Stack>
  );
}
