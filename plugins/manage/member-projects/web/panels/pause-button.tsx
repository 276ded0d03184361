import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, toast, toastError } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import { memberName } from '#plugins/workspace/teams/web/kit/index.ts';
import { MemberProjectsClient } from '../member-projects-client.ts';
import { messages } from '../messages.ts';

/** Pauses the chosen members in all their projects, or lets them go on. */
export default function PauseButton({ context }: PanelProps): JSX.Element {
  return <PauseButtons members={context['members'] as readonly TeamMember[]} />;
}

export function PauseButtons({ members }: { readonly members: readonly TeamMember[] }): JSX.Element {
  const calls = useService(MemberProjectsClient);
  const queries = useQueryClient();
  const who = members.length === 1 ? memberName(members[0]!) : messages.pauseButton.countPeople(members.length);
  const turn = async (paused: boolean): Promise<void> => {
    if (
      paused &&
      !(await confirm({
        title: messages.pauseButton.pauseInAllProjects,
        text: messages.pauseButton.whoKeepTheItems(who, members.length),
        action: messages.pauseButton.pause,
      }))
    )
      return;
    try {
      const { done, failed } = await calls.pause(
        members.map(each => each.email),
        paused,
      );
      if (done === 0 && failed === 0) toast(messages.pauseButton.whoAreInNoProject(who, members.length));
      else
        toast(messages.pauseButton.inResumedPlacesNotIn(paused, done, failed), {
          tone: failed === 0 ? 'success' : 'error',
        });
    } catch (error) {
      toastError(error);
    }
    for (const queryKey of [['memberProjects'], teamKeys.memberColumns]) await queries.invalidateQueries({ queryKey });
  };
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="pause" size={14} />} onClick={() => void turn(true)}>
        {messages.pauseButton.pauseInAllProjects}
      </Button>
      <Button size="xs" variant="default" leftSection={<Icon name="play" size={14} />} onClick={() => void turn(false)}>
        {messages.pauseButton.resume}
      </Button>
    </>
  );
}
