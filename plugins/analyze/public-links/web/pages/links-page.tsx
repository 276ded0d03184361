import { Button, CopyButton, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  RowMenu,
  Time,
  toast,
  toastError,
  useLatestParams,
} from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { PublicLink } from '../../common/api.ts';
import { linksApi } from '../../common/api.ts';
import { canBeShown } from '../../common/shown-types.ts';
import { messages } from '../messages.ts';
import { NewLinkDialog } from '../new-link-dialog.tsx';

/** Setup tab: the public links of the project. `?for=item/ID` and `?for=subset/ID` begin a link of that. */
export default function LinksPage(): JSX.Element {
  const project = useProject();
  const api = client(linksApi, useService(Transport));
  const queries = useQueryClient();
  const [search, changeSearch] = useLatestParams();
  const [creating, setCreating] = useState(() => targetOf(search.get('for')));
  const links = useQuery({
    queryKey: ['public-links', project.id],
    queryFn: async ({ signal }) => (await api.listPublicLinks({ params: { project_id: project.id }, signal })).data,
  });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: ['public-links', project.id] });
  const close = (): void => {
    setCreating(undefined);
    changeSearch(() => new URLSearchParams());
  };
  const revoke = async (link: PublicLink): Promise<void> => {
    const sure = await confirm({
      title: messages.linksPage.revokeTheLink,
      text: messages.linksPage.itStopsWorkingAtOnce,
      action: messages.linksPage.revoke,
      danger: true,
    });
    if (!sure) return;
    try {
      await api.revokePublicLink({ params: { project_id: project.id, link_id: link.id } });
      toast(messages.linksPage.revoked, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await reload();
  };
  if (links.error !== null && links.data === undefined)
    return <ErrorPanel error={links.error} onRetry={() => void links.refetch()} />;
  const all = links.data ?? [];
  const add = canBeShown(project.type) ? (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setCreating('project')}>
      {messages.shared.newLink}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={messages.linksPage.publicLinks} count={all.length}>
        {all.length > 0 ? add : undefined}
      </PageHeader>
      <PageBody>
        {links.data === undefined ? <Skeleton h={120} maw={980} /> : undefined}
        {links.data?.length === 0 ? (
          <EmptyState
            icon="link"
            text={add === undefined ? messages.linksPage.notForThisType : messages.linksPage.noLinksYet}
          >
            {add}
          </EmptyState>
        ) : undefined}
        {all.length > 0 ? <LinkTable links={all} onRevoke={revoke} /> : undefined}
      </PageBody>
      {add === undefined ? undefined : (
        <NewLinkDialog
          projectId={project.id}
          target={creating}
          onClose={close}
          onMade={async ({ url }) => {
            await reload();
            await navigator.clipboard.writeText(url).then(
              () => toast(messages.linksPage.copied, { tone: 'success' }),
              // Without the right to the clipboard, the table shows the link.
              () => undefined,
            );
          }}
        />
      )}
    </>
  );
}

/** The target of a new link that the address names; undefined for anything else. */
const targetOf = (text: string | null): string | undefined => /^(item|subset)\/[1-9]\d{0,9}$/.exec(text ?? '')?.[0];

function LinkTable({
  links,
  onRevoke,
}: {
  readonly links: readonly PublicLink[];
  readonly onRevoke: (link: PublicLink) => Promise<void>;
}): JSX.Element {
  const addressOf = useAddressOf();
  return (
    <>
      <Text c="var(--loupe-muted)" mb="xs" maw={980}>
        {messages.linksPage.explanation}
      </Text>
      <Table highlightOnHover highlightOnHoverColor="var(--loupe-hover)" maw={980}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.linksPage.shows}</Table.Th>
            <Table.Th w={110}>{messages.linksPage.protection}</Table.Th>
            <Table.Th w={120}>{messages.linksPage.expires}</Table.Th>
            <Table.Th>{messages.linksPage.madeBy}</Table.Th>
            <Table.Th w={110}>{messages.linksPage.made}</Table.Th>
            <Table.Th w={170} aria-label={messages.linksPage.actions} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map(each => (
            <Table.Tr key={each.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {each.name ?? messages.linksPage.gone}
                <Text size="xs" c="var(--loupe-muted)">
                  {messages.linksPage.kinds[each.kind]}
                </Text>
              </Table.Td>
              <Table.Td>{each.protected ? messages.shared.password : messages.linksPage.none}</Table.Td>
              <Table.Td>
                <Expiry link={each} />
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{addressOf(each.creator)}</Table.Td>
              <Table.Td>
                <Time iso={each.createdAt} />
              </Table.Td>
              <Table.Td ta="right">
                <CopyButton value={each.url}>
                  {({ copied, copy }) => (
                    <Button variant="default" size="xs" mr="xs" onClick={copy}>
                      {copied ? messages.linksPage.copied : messages.linksPage.copyLink}
                    </Button>
                  )}
                </CopyButton>
                <RowMenu of={each.name ?? messages.linksPage.gone}>
                  <Menu.Item component="a" href={each.url} target="_blank" rel="noreferrer">
                    {messages.linksPage.open}
                  </Menu.Item>
                  <Menu.Item c="var(--loupe-danger)" onClick={() => void onRevoke(each)}>
                    {messages.linksPage.revoke}
                  </Menu.Item>
                </RowMenu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function Expiry({ link: { expiresAt, expired } }: { readonly link: PublicLink }): JSX.Element {
  if (expiresAt === null) return <>{messages.linksPage.never}</>;
  return expired ? <>{messages.linksPage.expired}</> : <Time iso={expiresAt} />;
}
