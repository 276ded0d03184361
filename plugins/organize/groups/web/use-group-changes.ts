import { useQueryClient } from '@tanstack/react-query';
import { useTeam, useService } from '#core/kernel/web/index.ts';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import type { Group, ScopeDraft } from '../common/api.ts';
import { GroupsClient } from './groups-client.ts';
import { messages } from './messages.ts';

/** Actions on a group; asks where something is taken away, shows what was refused. */
export interface GroupChanges {
  addMembers(group: Group, emails: readonly string[]): Promise<void>;
  removeMembers(group: Group, emails: readonly string[]): Promise<void>;
  give(group: Group, scope: ScopeDraft): Promise<boolean>;
  take(group: Group, projectId: number, name: string): Promise<void>;
  remove(group: Group): Promise<boolean>;
  refresh(): Promise<void>;
}

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

export function useGroupChanges(): GroupChanges {
  const { api } = useService(GroupsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const of = (group: Group): { readonly team_id: number; readonly group_id: number } => ({
    team_id: team.id,
    group_id: group.id,
  });
  const refresh = async (): Promise<void> => {
    for (const queryKey of [['groups'], teamKeys.memberColumns, projectKeys.all])
      await queries.invalidateQueries({ queryKey });
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => work().catch(toastError).then(refresh);
  const toastOutcome = (
    failed: readonly { readonly message: string; readonly email?: string }[],
    done: string | undefined,
  ): void => {
    // One message: a second one would hide the first.
    const texts = [
      ...(done === undefined ? [] : [done]),
      ...failed.map(each => (each.email === undefined ? each.message : `${each.email} ${each.message}`)),
    ];
    if (texts.length > 0) toast(texts.join(' '), { tone: failed.length > 0 ? 'error' : 'success' });
  };

  return {
    refresh,
    addMembers: (group, emails) =>
      attempt(async () => {
        const { success, failed } = await api.addGroupMembers({
          params: of(group),
          body: { data: emails.map(email => ({ email })) },
        });
        toastOutcome(
          failed,
          success.length === 0 ? undefined : messages.useGroupChanges.peopleAddedTo(people(success.length), group.name),
        );
      }),
    async removeMembers(group, emails) {
      const text =
        group.projects.length === 0
          ? messages.useGroupChanges.theyStayInTheTeam
          : messages.useGroupChanges.theyLeaveCountProjects(group.projects.length);
      if (
        !(await confirm({
          title: messages.useGroupChanges.takeOutOfTheGroup,
          text: messages.useGroupChanges.nameWillBeInNoGroup(
            emails.length === 1 ? emails[0]! : people(emails.length),
            text,
          ),
          action: emails.length === 1 ? messages.useGroupChanges.takeOut : messages.shared.takeCountOut(emails.length),
          danger: true,
        }))
      )
        return;
      await attempt(async () => {
        const { success, failed } = await api.removeGroupMembers({
          params: of(group),
          body: { data: emails.map(email => ({ email })) },
        });
        toastOutcome(
          failed,
          success.length === 0 ? undefined : messages.useGroupChanges.takenOutOf(people(success.length), group.name),
        );
      });
    },
    async give(group, scope) {
      let given = false;
      await attempt(async () => {
        const { success, failed } = await api.addGroupScopes({ params: of(group), body: { data: [scope] } });
        given = success.length > 0;
        toastOutcome(failed, given ? messages.useGroupChanges.sharedWithTheGroup : undefined);
      });
      return given;
    },
    async take(group, projectId, name) {
      if (
        !(await confirm({
          title: messages.useGroupChanges.takeTheProjectAway,
          text: messages.useGroupChanges.peopleOfNameLose(people(group.memberCount), group.name, name),
          action: messages.useGroupChanges.takeAway,
          danger: true,
        }))
      )
        return;
      await attempt(async () => {
        const { failed } = await api.removeGroupScopes({
          params: of(group),
          body: { data: [{ project_id: projectId }] },
        });
        toastOutcome(
          failed,
          failed.length === 0 ? messages.useGroupChanges.isTakenAwayFrom(name, group.name) : undefined,
        );
      });
    },
    async remove(group) {
      const text = messages.useGroupChanges.willBeInNoGroup(people(group.memberCount), group.projects.length);
      if (
        !(await confirm({
          title: messages.useGroupChanges.deleteName(group.name),
          text,
          action: messages.useGroupChanges.deleteGroup,
          danger: true,
          ...(group.memberCount > 100 ? { typed: group.name } : {}),
        }))
      )
        return false;
      try {
        await api.deleteGroup({ params: of(group) });
        toast(messages.useGroupChanges.nameIsDeleted(group.name), { tone: 'success' });
      } catch (error) {
        toastError(error);
        return false;
      } finally {
        await refresh();
      }
      return true;
    },
  };
}
