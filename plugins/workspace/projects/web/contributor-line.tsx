import { ActionIcon, Checkbox, Group, Switch, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { confirm, Icon, StatusChip, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import type { Contributor, ProjectRole } from '../common/project.ts';
import { ContributorRights } from './contributor-rights.tsx';
import { lostItems } from './lost-items.ts';
import { messages } from './messages.ts';
import { ProjectsClient } from './projects-client.ts';
import { restoreContributors, restoredText } from './restore-contributors.ts';

interface ContributorLineProps {
  readonly contributor: Contributor;
  readonly roles: readonly ProjectRole[];
  /** Items assigned to the person; undefined until it is known. */
  readonly assigned: number | undefined;
  readonly chosen: boolean;
  readonly onChoose: (on: boolean) => void;
}

type Patch = { readonly role?: number; readonly paused?: boolean; readonly permissions?: number[] };

/** One person of a project: role, state, what other plugins add, rights, items and pause. */
export function ContributorLine({ contributor, roles, assigned, chosen, onChoose }: ContributorLineProps): JSX.Element {
  const addressOf = useAddressOf();
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const overAdmins = useCan('ManageProjectAdminPermissions');
  const panels = usePanels('projects.contributor');
  const editable = contributor.role !== projectRoles.projectAdmin || overAdmins;
  const params = { project_id: contributor.project_id, contributor_id: contributor.id };
  const name = `${contributor.first_name} ${contributor.last_name}`.trim();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: projectKeys.all });
  const itemsNow = async (): Promise<number> =>
    (await client.contributors.contributorLoads({ params: { project_id: contributor.project_id } })).data.find(
      each => each.id === contributor.id,
    )?.assigned ?? 0;

  const change = async (patch: Patch): Promise<void> => {
    await client.contributors.updateContributor({ params, body: patch }).catch(toastError);
    await refresh();
  };
  const changeRole = async (role: number): Promise<void> => {
    if (role === contributor.role) return;
    const items = await itemsNow().catch(() => assigned);
    const yes = await confirm({
      title: messages.contributorLine.changeRole,
      text: messages.contributorLine.nameBecomesProjectRoleLabel(
        name || addressOf(contributor.email),
        projectRoleLabel(role, roles.find(each => each.id === role)?.name),
        lostItems(items),
      ),
      action: messages.contributorLine.changeRole,
    });
    if (yes) await change({ role });
  };
  const remove = async (): Promise<void> => {
    const items = await itemsNow().catch(() => assigned);
    if (
      !(await confirm({
        title: messages.contributorLine.removeFromProject,
        text: messages.contributorLine.nameLosesAccessToThisProject(
          name || addressOf(contributor.email),
          lostItems(items),
        ),
        action: messages.shared.remove,
        danger: true,
      }))
    )
      return;
    try {
      await client.contributors.removeContributor({ params });
      toast(messages.contributorLine.removedName(name || addressOf(contributor.email)), {
        undo: () =>
          void restoreContributors(client, contributor.project_id, [contributor])
            .then(
              () => toast(restoredText(name || addressOf(contributor.email), 1, items), { tone: 'success' }),
              toastError,
            )
            .then(refresh),
      });
    } catch (error) {
      toastError(error);
    }
    await refresh();
  };

  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={messages.contributorLine.selectEmail(addressOf(contributor.email))}
          disabled={!editable}
          checked={chosen}
          onChange={event => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500}>{name === '' ? addressOf(contributor.email) : name}</Text>
        {name === '' ? undefined : (
          <Text size="sm" c="var(--loupe-muted)">
            {addressOf(contributor.email)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {editable ? (
          <Select
            aria-label={messages.shared.roleOfEmail(addressOf(contributor.email))}
            allowDeselect={false}
            value={String(contributor.role)}
            data={roles
              .filter(each => each.id !== projectRoles.projectAdmin || overAdmins)
              .map(each => ({ value: String(each.id), label: projectRoleLabel(each.id, each.name) }))}
            onChange={value => void changeRole(Number(value))}
          />
        ) : (
          <Text>{projectRoleLabel(contributor.role, contributor.role_name)}</Text>
        )}
      </Table.Td>
      <Table.Td>
        {contributor.state === 'PENDING' ? (
          <StatusChip label={messages.contributorLine.invited} color="var(--loupe-warning)" />
        ) : contributor.paused ? (
          <StatusChip label={messages.contributorLine.paused} color="var(--loupe-danger)" />
        ) : (
          <StatusChip label={messages.contributorLine.active} color="var(--loupe-success)" />
        )}
      </Table.Td>
      {panels.map(each => (
        <Table.Td key={each.name}>
          <Panel panel={each} context={{ person: contributor, editable }} fallback="" />
        </Table.Td>
      ))}
      <Table.Td>
        <ContributorRights
          contributor={contributor}
          editable={editable}
          onChange={permissions => void change({ permissions })}
        />
      </Table.Td>
      <Table.Td ta="right">{assigned?.toLocaleString('en') ?? ''}</Table.Td>
      <Table.Td>
        <Tooltip label={contributor.paused ? messages.contributorLine.pausedCantRequestOrGet : messages.shared.pause}>
          <span>
            <Switch
              aria-label={messages.contributorLine.emailWorksInThisProject(addressOf(contributor.email))}
              checked={!contributor.paused}
              disabled={!editable}
              onChange={event => void change({ paused: !event.currentTarget.checked })}
            />
          </span>
        </Tooltip>
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {editable ? (
            <Tooltip label={messages.contributorLine.removeFromProject}>
              <ActionIcon
                aria-label={messages.contributorLine.removeEmail(addressOf(contributor.email))}
                onClick={() => void remove()}
              >
                <Icon name="close" />
              </ActionIcon>
            </Tooltip>
          ) : undefined}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
