import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Segments, toast, toastError } from '#core/ui/web/index.ts';
import type { OrganizationPlugin, OrganizationPlugins, PluginChoice } from '../common/organization-api.ts';
import { organizationApi } from '../common/organization-api.ts';
import { switchQuestion } from '../common/switch-question.ts';
import { messages } from './messages.ts';
import { OrganizationPluginDetails } from './organization-plugin-details.tsx';
import type { PluginKind } from './plugin-list.tsx';
import { PluginList } from './plugin-list.tsx';

const CHOICES: readonly { readonly value: PluginChoice; readonly label: string }[] = [
  { value: 'default', label: messages.pluginSwitches.default },
  { value: 'on', label: messages.shared.on },
  { value: 'off', label: messages.pluginSwitches.off },
];
const WITHHELD: (typeof CHOICES)[number] = { value: 'withheld', label: messages.pluginSwitches.withheld };
const KINDS: readonly PluginKind<OrganizationPlugin>[] = [
  { value: 'on', label: messages.shared.on, passes: each => each.enabled },
  { value: 'off', label: messages.pluginSwitches.off, passes: each => !each.enabled },
];

/** Key of the query for an organization's plugins, for those who change what they depend on. */
export const organizationPluginsKey = (organizationId: number): readonly unknown[] => [
  'organization',
  'plugins',
  organizationId,
];

/** The plugins of an organization; asked for again when somebody switches one. */
export function useOrganizationPlugins(organizationId: number): UseQueryResult<OrganizationPlugins> {
  const api = client(organizationApi, useService(Transport));
  const queries = useQueryClient();
  const events = useService(EventStream);
  useEffect(() => {
    const listening = events.onMessage(message => {
      if (message.type === 'plugins')
        void queries.invalidateQueries({ queryKey: organizationPluginsKey(organizationId) });
    });
    return () => listening.dispose();
  }, [events, queries, organizationId]);
  return useQuery({
    queryKey: organizationPluginsKey(organizationId),
    queryFn: () => api.listOrganizationPlugins({ params: { organization_id: organizationId } }),
  });
}

/** Every plugin as an organization has it, with its switches. */
export function PluginSwitches({ organizationId }: { readonly organizationId: number }): JSX.Element {
  const api = client(organizationApi, useService(Transport));
  const queries = useQueryClient();
  const list = useOrganizationPlugins(organizationId);
  const name = list.data?.organization.name ?? '';
  const choicesOf = (plugin: OrganizationPlugin) =>
    list.data?.mayWithhold === true || plugin.choice === 'withheld' ? [...CHOICES, WITHHELD] : [...CHOICES];
  const wide = list.data?.data.some(each => choicesOf(each).includes(WITHHELD)) === true;
  const mutationKey = ['organization', 'switch', organizationId];
  const change = useMutation({
    mutationKey,
    /** Undefined when the person was asked and leaves it as it is. */
    async mutationFn({ plugin, choice }: { readonly plugin: OrganizationPlugin; readonly choice: PluginChoice }) {
      const params = { organization_id: organizationId, plugin: plugin.id };
      const question = switchQuestion(plugin.title, name, await api.previewSwitch({ params, query: { choice } }));
      return question === undefined || (await confirm(question))
        ? api.switchPlugin({ params, body: { choice } })
        : undefined;
    },
    onSuccess(after, { plugin, choice }) {
      if (after === undefined) return;
      queries.setQueryData(organizationPluginsKey(organizationId), after);
      const now = after.data.find(each => each.id === plugin.id);
      const kept = choice === 'on' && now?.enabled === false;
      toast(
        kept
          ? messages.pluginSwitches.staysOffFor(plugin.title, name, now.reason)
          : messages.pluginSwitches.isForFromTheNext(plugin.title, now?.enabled, name),
        kept ? {} : { tone: 'success' },
      );
    },
    onError: toastError,
  });
  const choose = (plugin: OrganizationPlugin, choice: PluginChoice): void => {
    // Two clicks may come before the first is drawn as busy.
    if (queries.isMutating({ mutationKey }) === 0) change.mutate({ plugin, choice });
  };

  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <PluginList
      plugins={list.data?.data}
      kinds={KINDS}
      isOutside={each => each.outside}
      more={{
        title: messages.pluginSwitches.choice,
        width: wide ? 260 : 190,
        of: each =>
          each.locked ? (
            ''
          ) : (
            <Segments
              aria-label={messages.pluginSwitches.choiceForTitle(each.title)}
              data={choicesOf(each)}
              value={each.choice}
              disabled={change.isPending || !each.switchable}
              onChange={value => choose(each, value)}
            />
          ),
      }}
      details={(each, titleOf, onOpen) => <OrganizationPluginDetails plugin={each} titleOf={titleOf} onOpen={onOpen} />}
    />
  );
}
