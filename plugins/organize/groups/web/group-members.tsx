import { Button, Checkbox, Group as Row, MultiSelect, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { memberName, useMembers } from '#plugins/workspace/teams/web/kit/index.ts';
import type { Group } from '../common/api.ts';
import { messages } from './messages.ts';
import { useGroupChanges } from './use-group-changes.ts';

/** Lists the members of a group; contributors in no group can be added. */
export function GroupMembers({ group, all }: { readonly group: Group; readonly all: readonly Group[] }): JSX.Element {
  const addressOf = useAddressOf();
  const members = useMembers();
  const changes = useGroupChanges();
  const [added, setAdded] = useState<string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const people = members.data?.data ?? [];
  const grouped = new Set(all.flatMap(each => each.members));
  const free = people.filter(each => each.user_role === teamRoles.contributor && !grouped.has(each.email));
  const names = new Map(people.map(each => [each.email, memberName(each)]));
  const marked = chosen.filter(each => group.members.includes(each));

  const adding = useMutation({ mutationFn: () => changes.addMembers(group, added), onSuccess: () => setAdded([]) });

  return (
    <Stack gap="xs">
      <Row gap="xs" align="flex-end" wrap="nowrap">
        <MultiSelect
          label={messages.groupMembers.addContributors}
          style={{ flex: 1, minWidth: 0 }}
          searchable
          hidePickedOptions
          limit={100}
          value={added}
          onChange={setAdded}
          error={members.error === null ? undefined : errorText(members.error)}
          placeholder={added.length === 0 ? messages.groupMembers.choosePeopleInNoGroup : ''}
          nothingFoundMessage={
            members.data === undefined
              ? messages.groupMembers.loading
              : free.length === 0
                ? messages.groupMembers.everyContributorIsInAGroup
                : messages.groupMembers.nobodyMatches
          }
          data={free.map(each => ({
            value: each.email,
            label: memberName(each) === each.address ? each.address : `${memberName(each)} · ${each.address}`,
          }))}
        />
        <Button
          variant="default"
          loading={adding.isPending}
          disabled={added.length === 0}
          onClick={() => adding.mutate()}
        >
          {messages.groupMembers.add}
        </Button>
      </Row>
      {group.members.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.groupMembers.nobodyYet}
        </Text>
      ) : (
        <>
          <Row justify="space-between" mih={28}>
            <Checkbox
              size="xs"
              label={messages.groupMembers.allCount(group.members.length)}
              checked={marked.length === group.members.length}
              indeterminate={marked.length > 0 && marked.length < group.members.length}
              onChange={event => setChosen(event.currentTarget.checked ? group.members : [])}
            />
            {marked.length === 0 ? undefined : (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => void changes.removeMembers(group, marked).then(() => setChosen([]))}
              >
                {messages.shared.takeCountOut(marked.length)}
              </Button>
            )}
          </Row>
          <ScrollArea.Autosize mah={260} type="auto">
            <Stack gap={6}>
              {group.members.map(email => (
                <Checkbox
                  key={email}
                  size="xs"
                  checked={marked.includes(email)}
                  label={
                    names.get(email) === undefined || names.get(email) === addressOf(email)
                      ? addressOf(email)
                      : `${names.get(email)} · ${addressOf(email)}`
                  }
                  onChange={event =>
                    setChosen(event.currentTarget.checked ? [...marked, email] : marked.filter(each => each !== email))
                  }
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </>
      )}
    </Stack>
  );
}
