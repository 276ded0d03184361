import { Alert, Button, Group, Skeleton, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { confirm, errorText, ErrorPanel, toast } from '#core/ui/web/index.ts';
import classes from '../custom-apps.module.css';
import { bytesText } from './bytes-text.ts';

/** A JSON value with the mark of its present state; `none` where nothing is kept. */
interface Stored {
  readonly value: unknown;
  readonly etag: string;
}

interface StoredJsonProps {
  /** Where it is kept among what is known. */
  readonly at: readonly unknown[];
  readonly read: () => Promise<Stored>;
  /** Without a mark it replaces whatever is there. */
  readonly write: (value: unknown, etag?: string) => Promise<Stored>;
  /** Most bytes of JSON. */
  readonly limit: number;
  /** What it is kept for, such as `the team`. */
  readonly owner: string;
  /** Its size is another one. */
  readonly onSaved: () => void;
}

/** What the app keeps in one place, to be read and changed as JSON; nobody's change is lost. */
export function StoredJson({ at, read, write, limit, owner, onSaved }: StoredJsonProps): JSX.Element {
  const queries = useQueryClient();
  const data = useQuery({ queryKey: at, staleTime: 0, refetchOnWindowFocus: false, queryFn: read });
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [overtaken, setOvertaken] = useState(false);
  if (data.error !== null && data.data === undefined) return <ErrorPanel error={data.error} onRetry={() => void data.refetch()} />;
  if (data.data === undefined) return <Skeleton h={200} aria-label="Loading data" />;
  const { value, etag } = data.data;
  const stored = etag === 'none' ? '' : JSON.stringify(value, undefined, 2);
  const shown = text ?? stored;
  const parsed = parse(shown);
  const save = async (asked: string | undefined): Promise<void> => {
    if (!parsed.ok) return;
    try {
      const next = await write(parsed.value, asked);
      queries.setQueryData(at, next);
      setText(undefined);
      setFailure(undefined);
      setOvertaken(false);
      onSaved();
      toast('The data is saved.', { tone: 'success', undo: () => void write(value, next.etag).then(() => { onSaved(); return queries.invalidateQueries({ queryKey: at }); }, (error: unknown) => toast(errorText(error), { tone: 'error' })) });
    } catch (error) {
      if (isFault(error) && error.status === 409) setOvertaken(true);
      else setFailure(errorText(error));
    }
  };
  const reload = async (): Promise<void> => {
    if (text !== undefined && text !== stored && !await confirm({ title: 'Read the data again?', text: 'What you wrote here is lost.', action: 'Read again' })) return;
    setText(undefined);
    setOvertaken(false);
    onSaved();
    await data.refetch();
  };
  return (
    <>
      <Group justify="space-between">
        <Text c="var(--loupe-muted)">{etag === 'none' ? `The app keeps nothing for ${owner} yet.` : `The app keeps this for ${owner}: ${bytesText(new Blob([JSON.stringify(value)]).size, limit)}.`}</Text>
        <Group gap="xs">
          <Button variant="default" loading={data.isFetching} onClick={() => void reload()}>Read again</Button>
          <Button disabled={shown === stored || !parsed.ok} onClick={() => void save(etag)}>Save data</Button>
        </Group>
      </Group>
      {overtaken ? <Alert color="yellow" p="xs" role="alert">The app or somebody else changed the data meanwhile. What you wrote is still here.<Group gap="xs" mt={6}><Button size="compact-xs" variant="default" onClick={() => void reload()}>Read theirs</Button><Button size="compact-xs" variant="default" onClick={() => void save(undefined)}>Save mine over it</Button></Group></Alert> : undefined}
      {failure === undefined ? undefined : <Alert color="red" p="xs" role="alert">{failure}</Alert>}
      <Textarea aria-label="Data as JSON" className={classes['dataText']!} spellCheck={false} placeholder="{}" value={shown} error={parsed.ok || shown.trim() === '' ? undefined : parsed.reason} onChange={event => setText(event.currentTarget.value)} />
    </>
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
