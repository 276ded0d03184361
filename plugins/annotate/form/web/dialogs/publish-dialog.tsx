import { Alert, Checkbox, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel, Modal } from '#core/ui/web/index.ts';
import type { FormChangePreview } from '../../common/builder-api.ts';
import type { EditedForm } from '../builder/builder-store.ts';
import { writtenForm } from '../builder/builder-store.ts';
import { FormClient, formKey } from '../form-client.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface PublishProps {
  readonly projectId: number;
  /** The form to publish; undefined while the dialog is closed. */
  readonly edited: EditedForm | undefined;
  readonly onClose: () => void;
  readonly onPublish: (moveValues: boolean) => Promise<void>;
}

/** Shows the effects of publishing on those who fill the form in, and on stored answers. */
export function PublishDialog({ projectId, edited, onClose, onPublish }: PublishProps): JSX.Element {
  return (
    <Modal opened={edited !== undefined} onClose={onClose} title={messages.publishDialog.publishTheForm} size="lg">
      {edited === undefined ? undefined : (
        <Question projectId={projectId} edited={edited} onClose={onClose} onPublish={onPublish} />
      )}
    </Modal>
  );
}

function Question({
  projectId,
  edited,
  onClose,
  onPublish,
}: PublishProps & { readonly edited: EditedForm }): JSX.Element {
  const { builder } = useService(FormClient);
  const preview = useQuery({
    queryKey: [...formKey(projectId), 'preview'],
    gcTime: 0,
    staleTime: 0,
    queryFn: () =>
      builder.previewForm({
        params: { project_id: projectId },
        body: { document: writtenForm(edited), renames: [...edited.renames] },
      }),
  });
  const [move, setMove] = useState(true);
  if (preview.error !== null) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined || preview.isFetching)
    return (
      <Stack gap="xs">
        {[0, 1, 2, 3].map(each => (
          <Skeleton key={each} h={20} />
        ))}
      </Stack>
    );
  const { data } = preview;
  const lost = data.removed.filter(each => each.items > 0);
  const moving = data.renamed.filter(each => each.items > 0);
  return (
    <DialogForm
      action={messages.publishDialog.publishVersionCount(data.version + 1)}
      onCancel={onClose}
      onSubmit={() => onPublish(move && moving.length > 0)}
    >
      <Text>{messages.publishDialog.everybodyFillsThisForm}</Text>
      <div className={classes['changes']} tabIndex={0} role="group" aria-label={messages.publishDialog.whatChanges}>
        <Changes preview={data} />
      </div>
      {lost.length === 0 ? undefined : (
        <Alert color="yellow" p="xs" title={messages.publishDialog.answersStay}>
          {messages.publishDialog.nameTheirClassesStayToo(
            lost.map(({ id, items }) => `${id}: ${itemsText(items)}`).join('; '),
          )}
        </Alert>
      )}
      {moving.length === 0 ? undefined : (
        <Checkbox
          label={messages.publishDialog.moveTheAnswersOfRenamedComponents(
            moving.map(({ from, to, items }) => `${from} → ${to}: ${itemsText(items)}`).join('; '),
          )}
          description={messages.publishDialog.otherwiseTheyStayUnder}
          checked={move}
          onChange={event => setMove(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}

const itemsText = (items: number): string => messages.publishDialog.items(items);

function Changes({
  preview: { version, added, removed, renamed, changed, classes_added: made, classes_removed: gone },
}: {
  readonly preview: FormChangePreview;
}): JSX.Element {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [messages.publishDialog.added, added],
    [messages.publishDialog.removed, removed.map(each => each.id)],
    [messages.publishDialog.renamed, renamed.map(each => `${each.from} → ${each.to}`)],
    [messages.publishDialog.changed, changed],
    [messages.publishDialog.newClasses, made],
    [messages.publishDialog.classesThatGo, gone],
  ];
  const shown = lines.filter(([, ids]) => ids.length > 0);
  if (shown.length === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {version === 0 ? messages.publishDialog.formIsEmpty : messages.publishDialog.noComponentChanges}
      </Text>
    );
  return (
    <List size="sm" spacing={2}>
      {shown.map(([title, ids]) => (
        <List.Item key={title}>
          <b>{title}</b> ({ids.length}): {ids.join(', ')}
        </List.Item>
      ))}
    </List>
  );
}
