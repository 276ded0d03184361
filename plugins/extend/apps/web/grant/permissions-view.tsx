import { Alert, Button, Checkbox, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import { errorText, ErrorPanel, longDate, shortDate, toast, useOnceAtATime } from '#core/ui/web/index.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';
import type { AppGrant, AppView } from '../../common/app.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';

interface PermissionsProps {
  readonly app: AppView;
  /** Stores what was written last: it may ask for something else. */
  readonly store: () => Promise<void>;
  readonly onChange: (app: AppView) => void;
  /** Says whether something is set here that is not saved. */
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Lists the requests of the app, each allowed or not, and who may open it. Publishing changes none of it. */
export function PermissionsView({ app, store, onChange, onUnsaved }: PermissionsProps): JSX.Element {
  const { api, words } = useService(AppsClient);
  const team = useTeam();
  const [grant, setGrant] = useState<AppGrant>(app.grant);
  const latest = useQuery({
    queryKey: [...appsKey(team.id), 'asks', app.id],
    staleTime: 0,
    queryFn: () => store().then(() => api.getApp({ params: { team_id: team.id, app_id: app.id } })),
  });
  const roles = useQuery({
    queryKey: [...appsKey(team.id), 'roles'],
    queryFn: async () => (await words.listRoles()).data,
  });
  const asks = latest.data?.asks ?? app.asks;
  const kept: AppGrant = {
    ...grant,
    capabilities: grant.capabilities.filter(each => asks.capabilities.includes(each)),
    hosts: grant.hosts.filter(each => asks.hosts.includes(each)),
  };
  const changed = !sameGrant(kept, app.grant);
  // What the app no longer asks for was nobody's change.
  const unsaved = !sameGrant(grant, app.grant);
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  const put = (change: Partial<AppGrant>): void => {
    setGrant({ ...kept, ...change });
    if (saving.isError) saving.reset();
  };
  const saving = useMutation({
    mutationFn: async (body: AppGrant) => {
      const before = app.grant;
      const next = await api.grantApp({ params: { team_id: team.id, app_id: app.id }, body });
      onChange(next);
      setGrant(next.grant);
      toast(messages.permissionsView.permissionsAreSaved, {
        tone: 'success',
        undo: () =>
          saving.mutate({
            ...before,
            capabilities: before.capabilities.filter(each => next.asks.capabilities.includes(each)),
            hosts: before.hosts.filter(each => next.asks.hosts.includes(each)),
          }),
      });
    },
  });
  const save = useOnceAtATime(saving);
  if (latest.error !== null && latest.data === undefined)
    return <ErrorPanel error={latest.error} onRetry={() => void latest.refetch()} />;
  return (
    <div className={classes['permissions']}>
      <Stack gap="lg">
        <Text c="var(--loupe-muted)">{messages.permissionsView.appCan}</Text>
        <fieldset className={classes['fieldset']}>
          <legend>{messages.permissionsView.whatItMayDo}</legend>
          {asks.capabilities.length === 0 ? (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.permissionsView.appAsksForNothing}
            </Text>
          ) : undefined}
          <Stack gap={10}>
            {asks.capabilities.map(each => (
              <Switch
                key={each}
                label={
                  each === 'commands' && asks.commands.length > 0
                    ? `${CAPABILITIES[each]}: ${asks.commands.map(title => `“${title}”`).join(', ')}`
                    : CAPABILITIES[each]
                }
                description={
                  kept.capabilities.includes(each)
                    ? messages.permissionsView.allowed
                    : messages.permissionsView.notAllowed
                }
                checked={kept.capabilities.includes(each)}
                onChange={event =>
                  put({
                    capabilities: event.currentTarget.checked
                      ? [...kept.capabilities, each]
                      : kept.capabilities.filter(other => other !== each),
                  })
                }
              />
            ))}
          </Stack>
        </fieldset>
        {asks.hosts.length === 0 ? undefined : (
          <fieldset className={classes['fieldset']}>
            <legend>{messages.permissionsView.hostsItMaySendRequestsTo}</legend>
            <Text size="sm" c="var(--loupe-muted)" mb={8}>
              {messages.permissionsView.whatTheAppReads}
            </Text>
            <Stack gap={10}>
              {asks.hosts.map(each => (
                <Switch
                  key={each}
                  label={each}
                  checked={kept.hosts.includes(each)}
                  onChange={event =>
                    put({
                      hosts: event.currentTarget.checked
                        ? [...kept.hosts, each]
                        : kept.hosts.filter(other => other !== each),
                    })
                  }
                />
              ))}
            </Stack>
          </fieldset>
        )}
        <fieldset className={classes['fieldset']}>
          <legend>{messages.permissionsView.whoMayOpenIt}</legend>
          <Stack gap={8}>
            <Checkbox label={messages.permissionsView.teamAdmins} checked disabled />
            <Checkbox
              label={messages.permissionsView.everybodyInTheTeam}
              checked={kept.open.includes('contributor')}
              onChange={event =>
                put({
                  open: event.currentTarget.checked
                    ? [...kept.open, 'contributor']
                    : kept.open.filter(each => each !== 'contributor'),
                })
              }
            />
            {roles.isPending ? <Skeleton h={20} /> : undefined}
            {roles.error === null ? undefined : <ErrorPanel error={roles.error} onRetry={() => void roles.refetch()} />}
            {roles.data?.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={messages.permissionsView.projectRoleLabelInAnyProject(projectRoleLabel(id, name))}
                disabled={kept.open.includes('contributor')}
                checked={kept.open.includes(id) || kept.open.includes('contributor')}
                onChange={event =>
                  put({
                    open: event.currentTarget.checked ? [...kept.open, id] : kept.open.filter(each => each !== id),
                  })
                }
              />
            ))}
          </Stack>
        </fieldset>
        {saving.error === null ? undefined : (
          <Alert color="red" p="xs" role="alert">
            {errorText(saving.error)}
          </Alert>
        )}
        <Group gap="xs">
          <Button loading={saving.isPending} disabled={!changed} onClick={() => save(kept)}>
            {messages.permissionsView.savePermissions}
          </Button>
          <Button variant="default" disabled={!changed} onClick={() => setGrant(app.grant)}>
            {messages.permissionsView.discard}
          </Button>
        </Group>
      </Stack>
      <Refused app={app} />
    </div>
  );
}

/** Calls that were refused of late: what somebody may want to allow. */
function Refused({ app }: { readonly app: AppView }): JSX.Element {
  const addressOf = useAddressOf();
  const { api } = useService(AppsClient);
  const team = useTeam();
  const calls = useQuery({
    queryKey: [...appsKey(team.id), 'calls', app.id, 'refused'],
    staleTime: 0,
    queryFn: () =>
      api.appCalls({ params: { team_id: team.id, app_id: app.id }, query: { limit: 20, outcome: 'refused' } }),
  });
  return (
    <section className={classes['refused']} aria-label={messages.permissionsView.refusedCalls}>
      <Text fw={600} component="h2" mb={6}>
        {messages.permissionsView.refusedCalls}
      </Text>
      {calls.isPending ? <Skeleton h={60} /> : undefined}
      {calls.error === null ? undefined : <ErrorPanel error={calls.error} onRetry={() => void calls.refetch()} />}
      {calls.data?.count === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.permissionsView.noCallWasRefused}
        </Text>
      ) : undefined}
      <ul>
        {calls.data?.data.map(each => (
          <li key={each.id}>
            <Text size="sm" fw={500}>
              {each.call}
            </Text>
            <Text size="sm" c="var(--loupe-muted)" title={longDate(each.at)}>
              {each.code === 'CAPABILITY_DENIED' || each.code === 'HOST_DENIED'
                ? messages.permissionsView.notAllowed2
                : each.code}{' '}
              · {addressOf(each.user)} · {shortDate(each.at)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sorted = (values: readonly (string | number)[]): string => JSON.stringify([...values].map(String).toSorted());
const sameGrant = (one: AppGrant, other: AppGrant): boolean =>
  sorted(one.capabilities) === sorted(other.capabilities) &&
  sorted(one.hosts) === sorted(other.hosts) &&
  sorted(one.open) === sorted(other.open);
