import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import type { PluginKind } from '../plugin-list.tsx';
import { PluginList } from '../plugin-list.tsx';
import type { InstalledPlugin } from '../../common/plugins-api.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { PluginDetails } from '../plugin-details.tsx';

const isOutside = ({ folder }: InstalledPlugin): boolean => folder !== null;
const KINDS: readonly PluginKind<InstalledPlugin>[] = [
  {
    value: 'outside',
    label: messages.pluginsPage.fromOutside,
    passes: isOutside,
    none: messages.pluginsPage.noPluginFromOutside,
  },
];

/** Plugins of this installation: what they add, whether they are on, how they fare. */
export default function PluginsPage(): JSX.Element {
  const { plugins: api } = useService(AdminClient);
  const list = useQuery({ queryKey: ['admin', 'plugins'], queryFn: () => api.listInstalledPlugins() });
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeader
        title={messages.shared.plugins}
        {...(list.data === undefined ? {} : { count: list.data.data.length })}
      >
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={14} />}
          loading={list.isFetching}
          onClick={() => void list.refetch()}
        >
          {messages.pluginsPage.refresh}
        </Button>
      </PageHeader>
      <PageBody>
        {(list.data?.refused ?? []).map(each => (
          <Alert
            key={each.folder}
            color="red"
            icon={<Icon name="warning" />}
            title={messages.pluginsPage.folderWasRefused(each.folder)}
            mb="sm"
          >
            {each.reason}
          </Alert>
        ))}
        <PluginList
          plugins={list.data?.data}
          kinds={KINDS}
          isOutside={isOutside}
          details={(each, titleOf, onOpen) => <PluginDetails plugin={each} titleOf={titleOf} onOpen={onOpen} />}
        />
      </PageBody>
    </>
  );
}
