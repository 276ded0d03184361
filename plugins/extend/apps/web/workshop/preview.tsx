import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { AppView as App } from '../../common/app.ts';
import { actionPlaces } from '../../common/mounts.ts';
import type { Samples } from '../../common/samples.ts';
import { SAMPLES_FILE, sampleItem, sampleProject } from '../../common/samples.ts';
import { placeWords } from '../app-words.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import type { CommandFeed } from '../host/app-host.ts';
import { AppView } from '../host/app-view.tsx';
import { opensFor, useTriedRole } from './tried-role.ts';
import type { AppBuild } from './use-app-build.ts';

/** A line of the app's console, or a fault of its code. */
export interface ReceivedLine {
  readonly level: string;
  readonly text: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A call that the app made. */
export interface ReceivedCall {
  readonly call: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly milliseconds: number;
  /** Sample data answered it. */
  readonly sample: boolean;
}

/** Sample data of the app, and another number whenever it changed. */
export interface PreviewSamples {
  readonly samples: Samples;
  readonly turn: number;
}

interface PreviewProps {
  readonly app: App;
  readonly build: AppBuild;
  /** Another text starts it anew. */
  readonly run: string;
  readonly onLine: (line: ReceivedLine) => void;
  readonly onCall: (call: ReceivedCall) => void;
  /** The last sample data that could be read; undefined where the app has none. */
  readonly samples: PreviewSamples | undefined;
  /** Begins sample data, or shows that which cannot be read. */
  readonly onSamples: () => void;
  /** Buttons of its bar. */
  readonly children: ReactNode;
}

const OF_TEAM: ReadonlySet<AppPlace> = new Set(['team.page', 'dashboard.tile']);
const OF_ITEM: ReadonlySet<AppPlace> = new Set(['item.panel', 'editor.panel', 'item.editor', ...actionPlaces]);
const widths = [
  { value: '0', label: 'Full width' },
  { value: '360', label: '360 px' },
  { value: '768', label: '768 px' },
];

const sources = [
  { value: 'team', label: 'The team’s data' },
  { value: 'samples', label: 'Sample data' },
];

/** The app as it was built last, with the data of the team or samples, the rights of who writes it and what it was allowed. */
export function Preview({
  app,
  build,
  run,
  onLine,
  onCall,
  samples: given,
  onSamples,
  children,
}: PreviewProps): JSX.Element {
  const { projects, items } = useService(AppsClient);
  const team = useTeam();
  const { built, stale, busy } = build;
  const places = [...new Set((built?.manifest.mounts ?? []).map(each => each.place))];
  const [chosenPlace, setPlace] = useState<string | null>(null);
  const [projectId, setProject] = useState<string | null>(null);
  const [itemId, setItem] = useState<string | null>(null);
  const [width, setWidth] = useState('0');
  const [data, setData] = useState('team');
  const { asRole, role, setRole, choices } = useTriedRole();
  const heard = useRef(new Set<(id: string) => void>());
  const [feed] = useState((): CommandFeed => tell => {
    heard.current.add(tell);
    return () => void heard.current.delete(tell);
  });
  const runCommand = (id: string): void => {
    if (heard.current.size === 0)
      onLine({
        level: 'warn',
        text: `“${id}” was not told to the app: it does not run, or was not allowed to add commands. See Permissions.`,
      });
    for (const tell of heard.current) tell(id);
  };
  const samples = data === 'samples' ? given : undefined;
  const chooseData = (next: string): void => {
    setData(next);
    if (next === 'samples' && given === undefined) onSamples();
  };
  const place = places.find(each => each === chosenPlace) ?? places[0] ?? 'team.page';
  const inProject = !OF_TEAM.has(place);
  const inItem = OF_ITEM.has(place);
  const ofSamples = {
    project: samples === undefined ? undefined : sampleProject(samples.samples),
    item: samples === undefined ? undefined : sampleItem(samples.samples),
  };
  const allProjects = useQuery({
    queryKey: [...appsKey(team.id), 'projects'],
    enabled: inProject && ofSamples.project === undefined,
    queryFn: async () => (await projects.listProjects({ query: { limit: 200 } })).data,
  });
  const realProject = allProjects.data?.find(each => String(each.id) === projectId) ?? allProjects.data?.[0];
  const someItems = useQuery({
    queryKey: [...appsKey(team.id), 'items', realProject?.id],
    enabled: inItem && ofSamples.item === undefined && realProject !== undefined,
    queryFn: async () =>
      (await items.listItems({ params: { project_id: realProject!.id }, query: { limit: 100 } })).data,
  });
  const project = ofSamples.project ?? realProject;
  const item = ofSamples.item ?? someItems.data?.find(each => String(each.id) === itemId) ?? someItems.data?.[0];
  const lacking =
    inProject && project === undefined
      ? allProjects.isPending
        ? 'Reading the projects…'
        : 'There is no project to try it in.'
      : inItem && item === undefined
        ? someItems.isPending
          ? 'Reading the items…'
          : 'The project has no item to try it with.'
        : undefined;
  const placed = {
    place,
    ...(inProject && project !== undefined
      ? { project: { id: project.id, name: project.name, type: project.type } }
      : {}),
    ...(inItem && item !== undefined ? { item: { id: item.id, name: item.name }, chosen: [item.id] } : {}),
  };
  return (
    <aside className={classes['preview']} aria-label="Preview">
      <div className={classes['previewBar']}>
        <Group gap={6} wrap="nowrap" miw={0}>
          {places.length < 2 ? (
            <Text size="sm" fw={500} truncate>
              {placeWords[place]}
            </Text>
          ) : (
            <Select
              aria-label="Place"
              w={130}
              allowDeselect={false}
              data={places.map(each => ({ value: each, label: placeWords[each] }))}
              value={place}
              onChange={setPlace}
            />
          )}
          {inProject && project !== undefined && project === realProject ? (
            <Select
              aria-label="Project"
              w={130}
              searchable
              allowDeselect={false}
              data={(allProjects.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
              value={String(project.id)}
              onChange={setProject}
            />
          ) : undefined}
          {inItem && item !== undefined && item !== ofSamples.item ? (
            <Select
              aria-label="Item"
              w={130}
              searchable
              allowDeselect={false}
              data={(someItems.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
              value={String(item.id)}
              onChange={setItem}
            />
          ) : undefined}
        </Group>
        <Group gap={6} wrap="nowrap">
          <Select
            aria-label="Data"
            w={132}
            allowDeselect={false}
            data={sources}
            value={samples === undefined ? 'team' : 'samples'}
            onChange={value => chooseData(value ?? 'team')}
          />
          <Select
            aria-label="See as"
            w={150}
            clearable
            placeholder="See as: myself"
            data={choices}
            value={role}
            onChange={setRole}
          />
          <Select
            aria-label="Width"
            w={104}
            allowDeselect={false}
            data={widths}
            value={width}
            onChange={value => setWidth(value ?? '0')}
          />
          {built === undefined || (built.manifest.commands ?? []).length === 0 ? undefined : (
            <Menu width={220} position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label="Run a command of the app" title="Run a command of the app">
                  <Icon name="command" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {built.manifest.commands!.map(each => (
                  <Menu.Item
                    key={each.id}
                    leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
                    onClick={() => runCommand(each.id)}
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
      <Text size="xs" c={stale ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status" px={10} pb={4}>
        {stale
          ? 'The sources have errors: this is the last that could be built.'
          : busy
            ? 'Building…'
            : built === undefined
              ? 'The sources have errors.'
              : `Built in ${Math.round(built.milliseconds)} ms`}
      </Text>
      {asRole === undefined ? undefined : (
        <Text size="xs" c="var(--loupe-muted)" role="status" px={10} pb={4}>
          As {asRole.name} in every project: calls that the role may not make are refused, and items are those you would
          see in it. Projects are those you see yourself.
          {opensFor(app, asRole.number) ? '' : ` ${asRole.name} may not open the app yet: see Permissions.`}
        </Text>
      )}
      {samples === undefined ? undefined : (
        <Text size="xs" className={classes['samples']!} role="status">
          <b>Sample data</b> What {SAMPLES_FILE} names is answered from there; other calls reach the team’s data.
          {inProject && project !== undefined && project === ofSamples.project
            ? ` Stands in “${project.name}”${inItem && item !== undefined ? ` at “${item.name}”` : ''}.`
            : ''}
        </Text>
      )}
      <div
        className={classes['stage']}
        data-stale={stale && built !== undefined && lacking === undefined}
        data-samples={samples !== undefined}
        style={width === '0' ? {} : { width: Number(width), maxWidth: '100%', marginInline: 'auto' }}
      >
        {built === undefined || lacking !== undefined ? (
          <div className={classes['nothing']}>
            <Icon name={built === undefined && !busy ? 'warning' : 'apps'} size={28} />
            <Text>
              {built === undefined ? (busy ? 'Building…' : 'Nothing to show: the problems stand below.') : lacking}
            </Text>
          </div>
        ) : (
          <AppView
            key={`${run} ${place} ${project?.id} ${item?.id} ${role} ${samples?.turn}`}
            source={{
              id: app.id,
              name: built.manifest.name,
              code: built.code,
              sdk: built.manifest.sdk,
              commands: feed,
              ...(asRole === undefined ? {} : { asRole }),
              ...(samples === undefined ? {} : { samples: samples.samples }),
              grant: {
                capabilities: app.grant.capabilities.filter(each => built.manifest.capabilities.includes(each)),
                hosts: app.grant.hosts.filter(each => built.manifest.hosts?.includes(each) === true),
              },
            }}
            context={placed}
            onConsole={(level, text) => onLine({ level, text })}
            onCall={({ call, outcome, code, message, milliseconds, sample }) =>
              onCall({
                sample,
                call,
                outcome: code === 'FORBIDDEN' || code === 'HOST_DENIED' ? 'refused' : outcome,
                code,
                message,
                milliseconds,
              })
            }
            onFault={fault =>
              onLine(
                fault.kind === 'silent'
                  ? { level: 'error', text: 'The app gave no sign of life for 3 s and was ended.' }
                  : {
                      level: 'error',
                      text: fault.message,
                      ...(fault.file === undefined || fault.line === undefined
                        ? {}
                        : { place: { file: fault.file, line: fault.line, column: fault.column ?? 1 } }),
                    },
              )
            }
          />
        )}
      </div>
    </aside>
  );
}
