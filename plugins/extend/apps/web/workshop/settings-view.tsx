import { ActionIcon, Button, Checkbox, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { AppManifest, AppMount, AppPlace, Capability } from '#sdk/app/app-manifest.ts';
import { APP_PLACES, CAPABILITIES } from '#sdk/app/app-manifest.ts';
import type { AppFiles } from '../../common/app.ts';
import { MANIFEST_FILE } from '../../common/app.ts';
import { readManifest } from '../../common/read-manifest.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { AppDraft } from './app-draft.ts';
import { CommandsField } from './commands-field.tsx';

const ICONS = [
  'apps',
  'activity',
  'archive',
  'calendar',
  'clipboard',
  'clock',
  'code',
  'columns',
  'comment',
  'file',
  'filter',
  'folder',
  'grid',
  'image',
  'list',
  'magic',
  'people',
  'plugin',
  'search',
  'settings',
  'shape',
  'sound',
  'star',
  'table',
  'tag',
  'text',
  'world',
];
const TALL: ReadonlySet<AppPlace> = new Set(['dashboard.tile', 'item.panel', 'editor.panel']);

/** New values of fields of the manifest; undefined takes one out. */
type ManifestChange = { readonly [Field in keyof AppManifest]?: AppManifest[Field] | undefined };

/** The manifest of the app as fields, and as the text that it is. */
export function SettingsView({ draft, files }: { readonly draft: AppDraft; readonly files: AppFiles }): JSX.Element {
  const { problems } = readManifest(files);
  const manifest = looseManifest(files[MANIFEST_FILE]);
  const put = (change: ManifestChange): void =>
    draft.write(MANIFEST_FILE, `${JSON.stringify({ ...manifest, ...change }, undefined, 2)}\n`);
  return (
    <div className={classes['settings']}>
      {manifest === undefined ? (
        <Text c="var(--loupe-danger)" role="alert">
          {messages.settingsView.manifestFileIsNoJsonObject(MANIFEST_FILE)}
        </Text>
      ) : (
        <Fields manifest={manifest} files={files} put={put} />
      )}
      <Stack gap="xs" className={classes['json']!}>
        <Textarea
          label={MANIFEST_FILE}
          rows={22}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
          value={files[MANIFEST_FILE] ?? ''}
          onChange={event => draft.write(MANIFEST_FILE, event.currentTarget.value)}
        />
        {problems.map(each => (
          <Text key={`${each.field} ${each.reason}`} size="sm" c="var(--loupe-danger)" role="alert">
            {each.field === '' ? each.reason : `${each.field}: ${each.reason}`}
          </Text>
        ))}
      </Stack>
    </div>
  );
}

function Fields({
  manifest,
  files,
  put,
}: {
  readonly manifest: Partial<AppManifest>;
  readonly files: AppFiles;
  readonly put: (change: ManifestChange) => void;
}): JSX.Element {
  const mounts = Array.isArray(manifest.mounts) ? manifest.mounts : [];
  const capabilities = Array.isArray(manifest.capabilities) ? manifest.capabilities : [];
  const hosts = Array.isArray(manifest.hosts) ? manifest.hosts : [];
  const setMount = (at: number, mount: AppMount): void => put({ mounts: mounts.with(at, mount) });
  return (
    <Stack gap="md">
      <TextInput
        label={messages.shared.name}
        required
        maxLength={60}
        value={String(manifest.name ?? '')}
        onChange={event => put({ name: event.currentTarget.value })}
      />
      <TextInput
        label={messages.settingsView.description}
        maxLength={500}
        value={String(manifest.description ?? '')}
        onChange={event => put({ description: event.currentTarget.value })}
      />
      <Group grow>
        <Select
          label={messages.settingsView.icon}
          searchable
          allowDeselect={false}
          data={ICONS}
          value={String(manifest.icon ?? 'apps')}
          leftSection={<Icon name={String(manifest.icon ?? 'apps')} size={14} />}
          onChange={value => put({ icon: value ?? 'apps' })}
        />
        <Select
          label={messages.settingsView.fileThatBegins}
          searchable
          allowDeselect={false}
          data={Object.keys(files).filter(each => /\.[jt]sx?$/.test(each))}
          value={String(manifest.entry ?? '')}
          onChange={value => put({ entry: value ?? '' })}
        />
      </Group>
      <fieldset className={classes['fieldset']}>
        <legend>{messages.shared.whereItAppears}</legend>
        {mounts.map((mount, at) => (
          <Group key={at} gap="xs" wrap="nowrap" align="end" mb={6}>
            <Select
              label={at === 0 ? messages.shared.place : undefined}
              aria-label={messages.shared.place}
              flex={2}
              allowDeselect={false}
              data={Object.entries(APP_PLACES).map(([value, label]) => ({ value, label }))}
              value={mount.place}
              onChange={value => setMount(at, { ...mount, place: value as AppPlace })}
            />
            <TextInput
              label={at === 0 ? messages.shared.title : undefined}
              aria-label={messages.shared.title}
              flex={1}
              placeholder={messages.settingsView.itsName}
              maxLength={60}
              value={mount.title ?? ''}
              onChange={event => {
                const { title: _, ...rest } = mount;
                setMount(at, event.currentTarget.value === '' ? rest : { ...rest, title: event.currentTarget.value });
              }}
            />
            {TALL.has(mount.place) ? (
              <NumberInput
                label={at === 0 ? messages.settingsView.height : undefined}
                aria-label={messages.settingsView.heightInPixels}
                w={90}
                min={80}
                max={2000}
                placeholder="320"
                value={mount.height ?? ''}
                onChange={value => {
                  const { height: _, ...rest } = mount;
                  setMount(at, typeof value === 'number' ? { ...rest, height: value } : rest);
                }}
              />
            ) : undefined}
            <ActionIcon
              aria-label={messages.settingsView.removePlaceCount(at + 1)}
              mb={4}
              onClick={() => put({ mounts: mounts.toSpliced(at, 1) })}
            >
              <Icon name="trash" size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => put({ mounts: [...mounts, { place: 'team.page' }] })}
        >
          {messages.settingsView.addPlace}
        </Button>
      </fieldset>
      <CommandsField
        commands={Array.isArray(manifest.commands) ? manifest.commands : []}
        places={mounts.map(each => each.place)}
        onChange={commands =>
          put(
            commands.length === 0
              ? { commands: undefined }
              : { commands, capabilities: [...new Set([...capabilities, 'commands' as const])] },
          )
        }
      />
      <fieldset className={classes['fieldset']}>
        <legend>{messages.settingsView.whatItAsksFor}</legend>
        <Stack gap={6}>
          {(Object.entries(CAPABILITIES) as [Capability, string][]).map(([name, text]) => (
            <Checkbox
              key={name}
              label={text}
              checked={capabilities.includes(name)}
              onChange={event =>
                put({
                  capabilities: event.currentTarget.checked
                    ? [...capabilities, name]
                    : capabilities.filter(each => each !== name),
                })
              }
            />
          ))}
        </Stack>
      </fieldset>
      <Textarea
        label={messages.settingsView.hostsItSendsRequestsTo}
        description={messages.settingsView.oneInALine}
        autosize
        minRows={2}
        value={hosts.join('\n')}
        onChange={event =>
          put({
            hosts:
              event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n').map(each => each.trim()),
          })
        }
      />
    </Stack>
  );
}

/** Whatever object the text of a manifest is; undefined for none. */
function looseManifest(text: string | undefined): Partial<AppManifest> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Partial<AppManifest>)
      : undefined;
  } catch {
    return undefined;
  }
}
