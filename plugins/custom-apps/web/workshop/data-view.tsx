import { Alert, Button, Group, Skeleton, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, errorText, ErrorPanel, fileSize, toast } from '#core/ui/web/index.ts';
import type { AppView } from '../../common/app.ts';
import { MOST_DATA } from '../../common/app.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';

/** What the app keeps for the team, as JSON. */
export function DataView({ app }: { readonly app: AppView }): JSX.Element {
  const { api } = useService(AppsClient);
  const queries = useQueryClient();
  const team = useTeam();
  const params = { team_id: team.id, app_id: app.id };
  const key = [...appsKey(team.id), 'data', app.id];
  const data = useQuery({ queryKey: key, staleTime: 0, refetchOnWindowFocus: false, queryFn: () => api.getAppData({ params }) });
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [overtaken, setOvertaken] = useState(false);
  if (data.error !== null && data.data === undefined) return <ErrorPanel error={data.error} onRetry={() => void data.refetch()} />;
  if (data.data === undefined) return <Skeleton h={200} m={20} />;
  const { value, etag } = data.data;
  const stored = etag === 'none' ? '' : JSON.stringify(value, undefined, 2);
  const shown = text ?? stored;
  const parsed = parse(shown);
  const save = async (asked: string | undefined): Promise<void> => {
    if (!parsed.ok) return;
    try {
      const next = await api.putAppData({ params, body: { value: parsed.value, ...(asked === undefined ? {} : { etag: asked }) } });
      queries.setQueryData(key, next);
      setText(undefined);
      setFailure(undefined);
      setOvertaken(false);
      toast('The data is saved.', { tone: 'success', undo: () => void api.putAppData({ params, body: { value, etag: next.etag } }).then(() => queries.invalidateQueries({ queryKey: key }), (error: unknown) => toast(errorText(error), { tone: 'error' })) });
    } catch (error) {
      if (isFault(error) && error.status === 409) setOvertaken(true);
      else setFailure(errorText(error));
    }
  };
  const reload = async (): Promise<void> => {
    if (text !== undefined && text !== stored && !await confirm({ title: 'Read the data again?', text: 'What you wrote here is lost.', action: 'Read again' })) return;
    setText(undefined);
    setOvertaken(false);
    await data.refetch();
  };
  return (
    <div className={classes['data']}>
      <Group justify="space-between">
        <Text c="var(--loupe-muted)">{etag === 'none' ? 'The app keeps nothing for the team yet.' : `The app keeps this for the team: ${fileSize(new Blob([JSON.stringify(value)]).size)} of ${fileSize(MOST_DATA)}.`}</Text>
        <Group gap="xs">
          <Button variant="default" loading={data.isFetching} onClick={() => void reload()}>Read again</Button>
          <Button disabled={shown === stored || !parsed.ok} onClick={() => void save(etag)}>Save data</Button>
        </Group>
      </Group>
      {overtaken ? <Alert color="yellow" p="xs" role="alert">The app or somebody else changed the data meanwhile. What you wrote is still here.<Group gap="xs" mt={6}><Button size="compact-xs" variant="default" onClick={() => void reload()}>Read theirs</Button><Button size="compact-xs" variant="default" onClick={() => void save(undefined)}>Save mine over it</Button></Group></Alert> : undefined}
      {failure === undefined ? undefined : <Alert color="red" p="xs" role="alert">{failure}</Alert>}
      <Textarea aria-label="Data as JSON" className={classes['dataText']!} spellCheck={false} placeholder="{}" value={shown} error={parsed.ok || shown.trim() === '' ? undefined : parsed.reason} onChange={event => setText(event.currentTarget.value)} />
    </div>
  );
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, reason: `This is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
}
