import { Alert, List, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { DialogForm, ErrorPanel, fileSize, Modal } from '#core/ui/web/index.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';
import type { AppView } from '../../common/app.ts';
import { changedFiles } from '../../common/changed-files.ts';
import { sourceBytes } from '../../common/read-manifest.ts';
import { withoutSamples } from '../../common/samples.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import { messages } from '../messages.ts';
import type { BuiltApp } from './use-app-build.ts';

interface PublishProps {
  readonly app: AppView;
  /** The build to publish; undefined while the dialog is closed. */
  readonly built: BuiltApp | undefined;
  readonly typed: readonly BundleProblem[];
  readonly onClose: () => void;
  readonly onPublish: (note: string) => Promise<void>;
}

/** Shows the changes of publishing, and the requests that nobody allowed yet. */
export function PublishDialog(props: PublishProps): JSX.Element {
  return (
    <Modal
      opened={props.built !== undefined}
      onClose={props.onClose}
      title={messages.publishDialog.publishTheApp}
      size="lg"
    >
      {props.built === undefined ? undefined : <Question {...props} built={props.built} />}
    </Modal>
  );
}

function Question({ app, built, typed, onClose, onPublish }: PublishProps & { readonly built: BuiltApp }): JSX.Element {
  const { api } = useService(AppsClient);
  const team = useTeam();
  const [note, setNote] = useState('');
  const before = useQuery({
    queryKey: [...appsKey(team.id), 'version', app.id, app.version],
    enabled: app.version !== null,
    queryFn: () => api.getVersion({ params: { team_id: team.id, app_id: app.id, version: app.version! } }),
  });
  if (before.error !== null) return <ErrorPanel error={before.error} onRetry={() => void before.refetch()} />;
  if (app.version !== null && before.data === undefined) return <Skeleton h={120} />;
  const sources = withoutSamples(built.files);
  const changes = changedFiles(before.data?.files ?? {}, sources);
  const denied = built.manifest.capabilities.filter(each => !app.grant.capabilities.includes(each));
  const hosts = (built.manifest.hosts ?? []).filter(each => !app.grant.hosts.includes(each));
  const errors = typed.filter(each => each.severity === 'error').length;
  return (
    <DialogForm
      action={messages.publishDialog.publishVersionCount((app.version ?? 0) + 1)}
      onCancel={onClose}
      onSubmit={() => onPublish(note.trim())}
    >
      <Text>
        {messages.publishDialog.fileSizeOfSources(
          fileSize(sourceBytes(sources)),
          fileSize(new Blob([built.code]).size),
        )}
      </Text>
      {changes.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.publishDialog.noFileDiffers(app.version!)}
        </Text>
      ) : (
        <List size="sm" spacing={2} aria-label={messages.publishDialog.filesThatChange}>
          {changes.map(({ path, change }) => (
            <List.Item key={path}>
              <b>
                {change === 'added'
                  ? messages.publishDialog.new
                  : change === 'removed'
                    ? messages.publishDialog.removed
                    : messages.publishDialog.changed}
              </b>{' '}
              {path}
            </List.Item>
          ))}
        </List>
      )}
      {denied.length + hosts.length === 0 ? undefined : (
        <Alert color="yellow" p="xs" title={messages.publishDialog.notAllowedYet}>
          <List size="sm" spacing={2}>
            {denied.map(each => (
              <List.Item key={each}>{CAPABILITIES[each]}</List.Item>
            ))}
            {hosts.map(each => (
              <List.Item key={each}>{messages.publishDialog.sendRequestsToName(each)}</List.Item>
            ))}
          </List>
          {messages.publishDialog.publishingAllowsNothing}
        </Alert>
      )}
      {errors === 0 ? undefined : (
        <Alert color="yellow" p="xs">
          {messages.publishDialog.typescriptFindsErrors(errors)}
        </Alert>
      )}
      <TextInput
        label={messages.publishDialog.note}
        description={messages.publishDialog.whatIsNew}
        data-autofocus
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
