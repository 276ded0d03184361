import { Button, Checkbox, Group, MultiSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, Icon, Modal, shortDate, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { WebhookTokenView } from '../../common/intake-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { Intro, ListPage } from '../list-page.tsx';
import { messages } from '../messages.ts';

/** Tokens with which other systems post to webhooks of the team. */
export default function TokensPage(): JSX.Element {
  const { intake } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const key = [...automationsKey(team.id), 'tokens'];
  const list = useQuery({ queryKey: key, queryFn: async () => (await intake.listWebhookTokens()).data });
  const revoke = async ({ id, name }: WebhookTokenView): Promise<void> => {
    const sure = await confirm({
      title: messages.tokensPage.revokeToken,
      text: messages.tokensPage.nameIsRefused(name),
      action: messages.tokensPage.revoke,
      danger: true,
    });
    if (!sure) return;
    await intake.revokeWebhookToken({ params: { webhook_token_id: id } });
    toast(messages.tokensPage.nameIsRevoked(name), { tone: 'success' });
    await queries.invalidateQueries({ queryKey: key });
  };
  const begin = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setMaking(true)}>
      {messages.tokensPage.newToken}
    </Button>
  );
  return (
    <>
      <ListPage
        list={list}
        begin={begin}
        empty={
          <Intro title={messages.tokensPage.letOthersStart} text={messages.tokensPage.aTokenIs}>
            {begin}
          </Intro>
        }
        head={
          <>
            <Table.Th>{messages.shared.name}</Table.Th>
            <Table.Th>{messages.tokensPage.token}</Table.Th>
            <Table.Th>{messages.tokensPage.mayCall}</Table.Th>
            <Table.Th>{messages.tokensPage.lastUsed}</Table.Th>
            <Table.Th w={110} aria-label={messages.tokensPage.revoke} />
          </>
        }
        row={each => (
          <Table.Tr key={each.id}>
            <Table.Td>
              <Text fw={500} truncate title={each.name}>
                {each.name}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">
                {each.prefix}… {each.signed ? messages.tokensPage.signed : ''}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">
                {each.pipeline_ids.length === 0
                  ? messages.shared.allPipelines
                  : messages.tokensPage.countPipelines(each.pipeline_ids.length)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="var(--loupe-muted)">
                {each.last_used === null ? messages.pipelinesPage.never : shortDate(each.last_used)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={messages.tokensPage.revokeName(each.name)}
                onClick={() => void revoke(each).catch(toastError)}
              >
                {messages.tokensPage.revoke}
              </Button>
            </Table.Td>
          </Table.Tr>
        )}
      />
      {making ? <TokenForm onClose={() => setMaking(false)} /> : undefined}
    </>
  );
}

function TokenForm({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { api, intake } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [signed, setSigned] = useState(false);
  const [made, setMade] = useState<{ readonly token: string; readonly signing_secret: string | null }>();
  const pipelines = useQuery({
    queryKey: [...automationsKey(team.id), 'pipelines'],
    queryFn: async () => (await api.listPipelines()).data,
  });
  const making = useMutation({
    mutationFn: () => intake.createWebhookToken({ body: { name, pipeline_ids: chosen.map(Number), signed } }),
    onSuccess: setMade,
    onError: toastError,
    onSettled: () => void queries.invalidateQueries({ queryKey: [...automationsKey(team.id), 'tokens'] }),
  });
  const submit = useOnceAtATime(making);
  return (
    <Modal opened onClose={onClose} title={messages.tokensPage.newToken} size="lg" shownOnce={made !== undefined}>
      {made === undefined ? (
        <form
          onSubmit={submitted => {
            submitted.preventDefault();
            submit();
          }}
        >
          <Stack gap="md">
            <TextInput
              label={messages.shared.name}
              description={messages.tokensPage.nameHint}
              data-autofocus
              withAsterisk
              maxLength={120}
              value={name}
              onChange={typed => setName(typed.currentTarget.value)}
            />
            <MultiSelect
              label={messages.tokensPage.mayCall}
              placeholder={chosen.length === 0 ? messages.shared.allPipelines : ''}
              searchable
              data={(pipelines.data ?? [])
                .filter(each => each.events.includes('webhook'))
                .map(each => ({ value: String(each.id), label: each.name }))}
              value={[...chosen]}
              onChange={setChosen}
            />
            <Checkbox
              label={messages.tokensPage.demandSignature}
              description={messages.tokensPage.signatureHint}
              checked={signed}
              onChange={() => setSigned(!signed)}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {messages.shared.cancel}
              </Button>
              <Button type="submit" loading={making.isPending} disabled={name.trim() === ''}>
                {messages.tokensPage.create}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <Text>{messages.tokensPage.copyNow}</Text>
          <TextInput
            label={messages.tokensPage.token}
            readOnly
            value={made.token}
            onFocus={focused => focused.currentTarget.select()}
          />
          {made.signing_secret === null ? undefined : (
            <TextInput
              label={messages.tokensPage.signingSecret}
              readOnly
              value={made.signing_secret}
              onFocus={focused => focused.currentTarget.select()}
            />
          )}
          <Group justify="flex-end">
            <Button onClick={onClose}>{messages.shared.close}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
