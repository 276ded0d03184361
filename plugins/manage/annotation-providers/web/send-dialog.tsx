import { Button, CopyButton, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { email as emailForm } from '#core/auth/common/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import type { SentRequest } from '../common/api.ts';
import { messages } from './messages.ts';
import { ProvidersClient } from './providers-client.ts';

interface SendDialogProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSent: () => Promise<void>;
}

/** Sends the project to a person of a provider; without mail it shows the link to hand over. */
export function SendDialog({ opened, onClose, ...more }: SendDialogProps): JSX.Element {
  const [sent, setSent] = useState<SentRequest>();
  const close = (): void => {
    setSent(undefined);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={messages.sendDialog.title} shownOnce={sent !== undefined}>
      {opened ? <Steps sent={sent} setSent={setSent} onClose={close} {...more} /> : undefined}
    </Modal>
  );
}

function Steps({
  projectId,
  sent,
  setSent,
  onClose,
  onSent,
}: Omit<SendDialogProps, 'opened'> & {
  readonly sent: SentRequest | undefined;
  readonly setSent: (sent: SentRequest) => void;
}): JSX.Element {
  if (sent?.link === undefined || sent.link === null)
    return (
      <Fields
        projectId={projectId}
        onClose={onClose}
        onSent={async request => {
          await onSent();
          if (request.link !== null) setSent(request);
          else {
            if (request.unmailed === null) toast(messages.sendDialog.mailed(request.provider), { tone: 'success' });
            else toast(request.unmailed, { tone: 'error' });
            onClose();
          }
        }}
      />
    );
  return (
    <Stack gap="md">
      <Text>{messages.sendDialog.handOver(sent.provider)}</Text>
      <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
        {sent.link}
      </Text>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={sent.link} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? messages.sendDialog.copied : messages.sendDialog.copyLink}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{messages.sendDialog.done}</Button>
      </Group>
    </Stack>
  );
}

function Fields({
  projectId,
  onClose,
  onSent,
}: Pick<SendDialogProps, 'projectId' | 'onClose'> & {
  readonly onSent: (request: SentRequest) => Promise<void>;
}): JSX.Element {
  const { api } = useService(ProvidersClient);
  const queries = useQueryClient();
  const givesAdmin = useCan('ManageProjectAdminPermissions');
  const [email, setEmail] = useState('');
  const [left, setLeft] = useState(false);
  const [role, setRole] = useState<number>(givesAdmin ? projectRoles.projectAdmin : projectRoles.annotator);
  const [message, setMessage] = useState('');
  const isEmail = emailForm.safeParse(email).success;
  const submit = async (): Promise<void> => {
    const request = await api.sendToProvider({
      params: { project_id: projectId },
      body: { e_mail: email.trim(), user_role: role, message: message.trim() },
    });
    await queries.invalidateQueries({ queryKey: projectKeys.all });
    await onSent(request);
  };
  return (
    <DialogForm action={messages.sendDialog.send} ready={isEmail} onSubmit={submit} onCancel={onClose}>
      <TextInput
        label={messages.sendDialog.email}
        description={messages.sendDialog.emailHint}
        type="email"
        data-autofocus
        value={email}
        error={left && email !== '' && !isEmail ? messages.sendDialog.notAnEmail : undefined}
        onBlur={() => setLeft(true)}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Radio.Group label={messages.sendDialog.role} value={String(role)} onChange={value => setRole(Number(value))}>
        <Stack gap="xs" mt={4}>
          {givesAdmin ? (
            <Radio
              value={String(projectRoles.projectAdmin)}
              label={messages.sendDialog.projectAdmin}
              description={messages.sendDialog.roleHints.admin}
            />
          ) : undefined}
          <Radio
            value={String(projectRoles.annotator)}
            label={messages.sendDialog.annotator}
            description={messages.sendDialog.roleHints.annotator}
          />
        </Stack>
      </Radio.Group>
      <Textarea
        label={messages.sendDialog.message}
        description={messages.sendDialog.messageHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2_000}
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
