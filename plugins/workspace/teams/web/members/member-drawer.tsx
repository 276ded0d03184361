import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Drawer } from '#core/controls/web/index.ts';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import { EmptyState, longDate } from '#core/ui/web/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { InvitationFacts } from './invitation-facts.tsx';
import { memberName } from './member-name.ts';
import classes from './members.module.css';
import { MemberRights } from './member-rights.tsx';
import { RoleSelect } from './role-select.tsx';
import { useInvitable } from './use-invitable.ts';
import { stateLabel } from './use-member-columns.tsx';
import { useRemovable } from './use-removable.ts';

interface MemberDrawerProps {
  /** Undefined while the drawer is closed; null for an address that names nobody. */
  readonly member: TeamMember | undefined | null;
  readonly onClose: () => void;
  readonly onLink: (member: TeamMember) => void;
  readonly onRemove: (member: TeamMember) => void;
}

/** All about one member; plugins add their parts at `team.member`. */
export function MemberDrawer({ member, onClose, onLink, onRemove }: MemberDrawerProps): JSX.Element {
  return (
    <Drawer
      opened={member !== undefined}
      onClose={onClose}
      position="right"
      size={460}
      title={
        member === undefined || member === null ? (
          messages.memberDrawer.member
        ) : (
          <Text fw={600} truncate maw={360}>
            {memberName(member)}
          </Text>
        )
      }
    >
      {member === null ? (
        <EmptyState icon="people" text={messages.memberDrawer.thisPerson} />
      ) : member === undefined ? undefined : (
        <MemberFacts key={member.member_id} member={member} onLink={onLink} onRemove={onRemove} />
      )}
    </Drawer>
  );
}

function MemberFacts({
  member,
  onLink,
  onRemove,
}: { readonly member: TeamMember } & Pick<MemberDrawerProps, 'onLink' | 'onRemove'>): JSX.Element {
  const panels = usePanels('team.member');
  const invitable = useInvitable()(member);
  const pending = member.state === 'PENDING';
  const removable = useRemovable()(member);
  return (
    <Stack gap="md">
      <dl className={classes['facts']}>
        <dt>{messages.memberDrawer.eMail}</dt>
        <dd>
          <Text truncate title={member.address}>
            {member.address}
          </Text>
        </dd>
        <dt>{messages.shared.role}</dt>
        <dd>
          <RoleSelect member={member} />
        </dd>
        <dt data-top>{messages.memberDrawer.rights}</dt>
        <dd>
          <MemberRights member={member} />
        </dd>
        <dt>{messages.shared.state}</dt>
        <dd>{stateLabel(member)}</dd>
        <dt>{pending ? messages.shared.invited : messages.shared.since}</dt>
        <dd>{longDate(member.createdAt)}</dd>
        {pending ? <InvitationFacts member={member} /> : undefined}
        <dt>{messages.shared.lastActive}</dt>
        <dd>{member.last_active_at === null ? messages.memberDrawer.notYet : longDate(member.last_active_at)}</dd>
      </dl>
      {invitable || removable ? (
        <Group gap="xs">
          {invitable ? (
            <Button size="xs" variant="default" onClick={() => onLink(member)}>
              {messages.shared.inviteAgain}
            </Button>
          ) : undefined}
          {removable ? (
            <Button size="xs" variant="default" onClick={() => onRemove(member)}>
              {pending ? messages.shared.cancelInvitation : messages.shared.removeFromTeam}
            </Button>
          ) : undefined}
        </Group>
      ) : undefined}
      {panels.map(each => (
        <section key={`${each.plugin}.${each.name}`} aria-label={each.declaration.title}>
          <Divider mb="sm" />
          <Title order={3} size="sm" mb="xs">
            {each.declaration.title}
          </Title>
          <Panel panel={each} context={{ member }} />
        </section>
      ))}
    </Stack>
  );
}
