import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { placeWords } from '../app-words.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { AppBuild } from './use-app-build.ts';
import type { useTriedRole } from './tried-role.ts';
import type { Previewed } from './use-previewed.ts';

const widths = [
  { value: '0', label: messages.previewBar.fullWidth },
  { value: '360', label: '360 px' },
  { value: '768', label: '768 px' },
];

const sources = [
  { value: 'team', label: messages.previewBar.teamsData },
  { value: 'samples', label: messages.shared.sampleData },
];

interface PreviewBarProps {
  readonly previewed: Previewed;
  readonly tried: ReturnType<typeof useTriedRole>;
  readonly built: AppBuild['built'];
  /** In pixels; '0' is the full width. */
  readonly width: string;
  readonly onWidth: (width: string) => void;
  readonly onCommand: (id: string) => void;
  readonly children: ReactNode;
}

/** The bar of a preview: what the app is shown with, and its commands. */
export function PreviewBar({
  previewed: { places, place, setPlace, projects, project, setProject, items, item, setItem, samples, chooseData },
  tried,
  built,
  width,
  onWidth,
  onCommand,
  children,
}: PreviewBarProps): JSX.Element {
  return (
    <div className={classes['previewBar']}>
      <Group gap={6} wrap="nowrap" miw={0}>
        {places.length < 2 ? (
          <Text size="sm" fw={500} truncate>
            {placeWords[place]}
          </Text>
        ) : (
          <Select
            aria-label={messages.shared.place}
            w={130}
            allowDeselect={false}
            data={places.map(each => ({ value: each, label: placeWords[each] }))}
            value={place}
            onChange={setPlace}
          />
        )}
        {project !== undefined && projects !== undefined ? (
          <Select
            aria-label={messages.shared.project}
            w={130}
            searchable
            allowDeselect={false}
            data={projects.map(each => ({ value: String(each.id), label: each.name }))}
            value={String(project.id)}
            onChange={setProject}
          />
        ) : undefined}
        {item !== undefined && items !== undefined ? (
          <Select
            aria-label={messages.shared.item}
            w={130}
            searchable
            allowDeselect={false}
            data={items.map(each => ({ value: String(each.id), label: each.name }))}
            value={String(item.id)}
            onChange={setItem}
          />
        ) : undefined}
      </Group>
      <Group gap={6}>
        <Select
          aria-label={messages.previewBar.data}
          w={132}
          allowDeselect={false}
          data={sources}
          value={samples === undefined ? 'team' : 'samples'}
          onChange={value => chooseData(value ?? 'team')}
        />
        <Select
          aria-label={messages.previewBar.seeAs}
          w={150}
          clearable
          placeholder={messages.previewBar.seeAsMyself}
          data={tried.choices}
          value={tried.role}
          onChange={tried.setRole}
        />
        <Select
          aria-label={messages.previewBar.width}
          w={104}
          allowDeselect={false}
          data={widths}
          value={width}
          onChange={value => onWidth(value ?? '0')}
        />
        {built === undefined || (built.manifest.commands ?? []).length === 0 ? undefined : (
          <Menu width={220} position="bottom-end">
            <Menu.Target>
              <ActionIcon
                aria-label={messages.previewBar.runACommandOfTheApp}
                title={messages.previewBar.runACommandOfTheApp}
              >
                <Icon name="command" size={14} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {built.manifest.commands!.map(each => (
                <Menu.Item
                  key={each.id}
                  leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
                  onClick={() => onCommand(each.id)}
                >
                  {each.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {children}
      </Group>
    </div>
  );
}
