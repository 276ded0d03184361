import { Button, Group, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, ErrorPanel, longDate, toast, toastError } from '#core/ui/web/index.ts';
import type { AppFiles, AppView } from '../../common/app.ts';
import { changedFiles } from '../../common/changed-files.ts';
import { withoutSamples } from '../../common/samples.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';

interface VersionsProps {
  readonly app: AppView;
  /** The draft as it is here. */
  readonly files: AppFiles;
  readonly onChange: (app: AppView) => void;
  /** Puts the files of a version in place of the draft. */
  readonly onLoad: (files: AppFiles) => void;
}

/** Published versions: how each differs from the draft, and the way back to it. */
export function VersionsView({ app, files, onChange, onLoad }: VersionsProps): JSX.Element {
  const addressOf = useAddressOf();
  const { api } = useService(AppsClient);
  const team = useTeam();
  const params = { team_id: team.id, app_id: app.id };
  const [chosen, setChosen] = useState<number>();
  const list = useQuery({
    queryKey: [...appsKey(team.id), 'versions', app.id],
    queryFn: async () => (await api.listVersions({ params })).versions,
  });
  const number = chosen ?? list.data?.[0]?.version;
  const version = useQuery({
    queryKey: [...appsKey(team.id), 'version', app.id, number],
    enabled: number !== undefined,
    queryFn: () => api.getVersion({ params: { ...params, version: number! } }),
  });
  const rollBack = async (to: number): Promise<void> => {
    if (
      !(await confirm({
        title: messages.versionsView.rollBackToVersionTo(to),
        text: messages.versionsView.versionToIsPublishedAgain(to, (app.version ?? 0) + 1),
        action: messages.versionsView.rollBack,
      }))
    )
      return;
    try {
      const next = await api.rollBack({ params: { ...params, version: to } });
      onChange(next);
      toast(messages.versionsView.versionIsPublishedAgainAs(to, next.version), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
  };
  const load = async (theirs: AppFiles, from: number): Promise<void> => {
    if (
      await confirm({
        title: messages.versionsView.loadVersionFromIntoTheEditor(from),
        text: messages.versionsView.itTakesThePlace,
        action: messages.versionsView.load,
      })
    )
      onLoad(theirs);
  };
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={200} m={20} />;
  if (list.data.length === 0) return <EmptyState icon="history" text={messages.versionsView.nothingWasPublishedYet} />;
  return (
    <div className={classes['versions']}>
      <ul className={classes['versionList']} aria-label={messages.versionsView.versions}>
        {list.data.map(each => (
          <li key={each.version}>
            <button type="button" aria-pressed={each.version === number} onClick={() => setChosen(each.version)}>
              <Text fw={500}>{messages.versionsView.version(each.version, each.version === app.version)}</Text>
              {each.note === '' ? undefined : <Text size="sm">{each.note}</Text>}
              <Text size="sm" c="var(--loupe-muted)">
                {addressOf(each.author)}, {longDate(each.createdAt)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes['versionBody']}>
        {version.error === null ? undefined : (
          <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />
        )}
        {version.data === undefined ? (
          version.error === null ? (
            <Skeleton h={200} />
          ) : undefined
        ) : (
          <Difference
            key={version.data.version}
            before={version.data.files}
            after={withoutSamples(files)}
            number={version.data.version}
          >
            <Button variant="default" onClick={() => void load(version.data.files, version.data.version)}>
              {messages.versionsView.loadIntoTheEditor}
            </Button>
            <Button disabled={version.data.version === app.version} onClick={() => void rollBack(version.data.version)}>
              {messages.versionsView.rollBackToIt}
            </Button>
          </Difference>
        )}
      </div>
    </div>
  );
}

function Difference({
  before,
  after,
  number,
  children,
}: {
  readonly before: AppFiles;
  readonly after: AppFiles;
  readonly number: number;
  readonly children: JSX.Element[];
}): JSX.Element {
  const changes = changedFiles(before, after);
  const [path, setPath] = useState<string | null>(null);
  const shown = changes.find(each => each.path === path)?.path ?? changes[0]?.path;
  const host = useRef<HTMLDivElement>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  const [one, other] = shown === undefined ? ['', ''] : [before[shown] ?? '', after[shown] ?? ''];
  useEffect(() => {
    if (shown === undefined || host.current === null) return undefined;
    let here = true;
    let close: (() => void) | undefined;
    void import('./open-difference.ts')
      .then(module => module.openDifference(host.current!, { path: shown, before: one, after: other, dark }))
      .then(opened => {
        if (here) close = opened;
        else opened();
      }, toastError);
    return () => {
      here = false;
      close?.();
    };
  }, [shown, one, other, dark]);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        {shown === undefined ? (
          <Text c="var(--loupe-muted)">{messages.versionsView.draftIsTheSame(number)}</Text>
        ) : (
          <Group gap="xs">
            <Select
              aria-label={messages.versionsView.fileThatDiffers}
              w={260}
              allowDeselect={false}
              data={changes.map(each => ({ value: each.path, label: `${each.path} (${each.change})` }))}
              value={shown}
              onChange={setPath}
            />
            <Text size="sm" c="var(--loupe-muted)">
              {messages.versionsView.leftVersionNumber(number)}
            </Text>
          </Group>
        )}
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
      </Group>
      {shown === undefined ? undefined : <div ref={host} className={classes['difference']} />}
    </>
  );
}
