import { Button, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';

interface MemberBulkProps {
  readonly marked: readonly TeamMember[];
  readonly onClear: () => void;
  readonly onRemove: () => void;
}

/** Lists the actions on the chosen members; plugins add theirs at `team.members.chosen`. */
export function MemberBulk({ marked, onClear, onRemove }: MemberBulkProps): JSX.Element | undefined {
  const panels = usePanels('team.members.chosen');
  if (marked.length === 0) return undefined;
  return (
    <Group
      gap="xs"
      mx={20}
      mb={10}
      px="sm"
      py={6}
      role="toolbar"
      aria-label={messages.memberBulk.chosenMembers}
      style={{ border: '1px solid var(--loupe-line)', borderRadius: 6, background: 'var(--loupe-selected)' }}
    >
      <Text size="sm" fw={500}>
        {messages.memberBulk.countChosen(marked.length)}
      </Text>
      {panels.map(each => (
        <Panel key={`${each.plugin}.${each.name}`} panel={each} context={{ members: marked }} fallback={<span />} />
      ))}
      <Button size="xs" variant="default" leftSection={<Icon name="trash" size={14} />} onClick={onRemove}>
        {messages.memberBulk.removeCount(marked.length)}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {messages.memberBulk.clear}
      </Button>
    </Group>
  );
}
