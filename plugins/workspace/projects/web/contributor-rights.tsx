import { Menu, Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { canBeGranted, permissionGroups } from '#core/permissions/common/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { Contributor } from '../common/project.ts';
import { messages } from './messages.ts';

const offered = permissionGroups.filter(each => each.label === 'projectUser').flatMap(each => each.permissions);

interface ContributorRightsProps {
  readonly contributor: Contributor;
  readonly editable: boolean;
  readonly onChange: (permissions: number[]) => void;
}

/** Rights given to one contributor beyond the role. */
export function ContributorRights({ contributor, editable, onChange }: ContributorRightsProps): JSX.Element {
  const addressOf = useAddressOf();
  const possible = offered.filter(each => canBeGranted(each, contributor.role));
  const given = offered.filter(each => contributor.permissions.includes(each.id));
  const text =
    given.length === 0
      ? '–'
      : given.length === 1
        ? given[0]!.name
        : messages.contributorRights.countRights(given.length);
  if (!editable)
    return (
      <Text c="var(--loupe-muted)" title={given.map(each => each.name).join(', ')}>
        {text}
      </Text>
    );
  return (
    <Menu closeOnItemClick={false} width={210}>
      <Menu.Target>
        <UnstyledButton aria-label={messages.contributorRights.rightsOfEmail(addressOf(contributor.email), text)}>
          <Text span c="var(--loupe-muted)">
            {text} <Icon name="down" size={12} />
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {possible.map(each => {
          const on = contributor.permissions.includes(each.id);
          return (
            <Menu.CheckboxItem
              key={each.id}
              checked={on}
              onChange={() =>
                onChange(
                  on ? contributor.permissions.filter(id => id !== each.id) : [...contributor.permissions, each.id],
                )
              }
            >
              {each.name}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
