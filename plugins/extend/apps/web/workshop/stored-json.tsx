import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { confirm, ErrorPanel, errorText, LoadingSkeleton, toast, useOnceAtATime } from '#core/ui/web/index.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import { bytesText } from './bytes-text.ts';

/** A JSON value with the mark of its present state; `none` where nothing is kept. */
interface Stored {
  readonly value: unknown;
  readonly etag: string;
}

/** Unsaved text, and the version it is based on. */
interface Written {
  readonly text: string;
  readonly base: Stored;
}

/** Text to be saved, its value, and the version that it replaces. */
interface Save {
  readonly text: string;
  readonly value: unknown;
  readonly before: () => Promise<Stored>;
}

interface StoredJsonProps {
  /** Key in the cache. */
  readonly at: readonly unknown[];
  readonly read: () => Promise<Stored>;
  /** Without a mark it replaces whatever is there. */
  readonly write: (value: unknown, etag?: string) => Promise<Stored>;
  /** Most bytes of JSON. */
  readonly limit: number;
  /** Owner of the data, such as `the team`. */
  readonly owner: string;
  /** Its size is another one. */
  readonly onSaved: () => void;
  /** Receives whether there are unsaved changes. */
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Asks before something that is not saved is lost, data unless `title` names it; true when it may be. */
export const mayLose = async (
  unsaved: boolean,
  title = messages.storedJson.leaveWithoutSavingTheData,
): Promise<boolean> =>
  !unsaved ||
  confirm({
    title,
    text: messages.storedJson.whatYouChangedHereIsLost,
    action: messages.storedJson.leave,
    danger: true,
  });

/** Edits the data of the app in one place as JSON; nobody's change is lost. */
export function StoredJson({ at, read, write, limit, owner, onSaved, onUnsaved }: StoredJsonProps): JSX.Element {
  const queries = useQueryClient();
  const data = useQuery({ queryKey: at, staleTime: 0, refetchOnWindowFocus: false, queryFn: read });
  const [written, setWritten] = useState<Written>();
  const unsaved = written !== undefined;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  const undo = (before: Stored, after: Stored): void =>
    void write(before.value, after.etag).then(
      () => {
        onSaved();
        return queries.invalidateQueries({ queryKey: at });
      },
      (error: unknown) => toast(errorText(error), { tone: 'error' }),
    );
  /** Replaces what `before` answers with, and nothing else: what came after it is not overwritten. */
  const saving = useMutation({
    mutationFn: async ({ value, before }: Save) => {
      const replaced = await before();
      return { replaced, next: await write(value, replaced.etag) };
    },
    onSuccess: ({ replaced, next }, { text }) => {
      queries.setQueryData(at, next);
      // What was typed meanwhile stays.
      setWritten(now => (now === undefined || now.text === text ? undefined : { text: now.text, base: next }));
      onSaved();
      // Where nothing was there is nothing to go back to: an empty value is a value.
      toast(messages.storedJson.dataIsSaved, {
        tone: 'success',
        ...(replaced.etag === 'none' ? {} : { undo: () => undo(replaced, next) }),
      });
    },
  });
  const saveOnce = useOnceAtATime(saving);
  if (data.error !== null && data.data === undefined)
    return <ErrorPanel error={data.error} onRetry={() => void data.refetch()} />;
  if (data.data === undefined) return <LoadingSkeleton h={200} label={messages.storedJson.loadingData} />;
  const { value, etag } = data.data;
  const shown = written?.text ?? textOf(data.data);
  const parsed = parse(shown);
  const save = (before: () => Promise<Stored>): void => {
    if (parsed.ok) saveOnce({ text: shown, value: parsed.value, before });
  };
  const overtaken = isFault(saving.error) && saving.error.status === 409;
  const reload = async (): Promise<void> => {
    if (
      unsaved &&
      !(await confirm({
        title: messages.storedJson.readTheDataAgain,
        text: messages.storedJson.whatYouChangedHereIsLost,
        action: messages.storedJson.readAgain,
      }))
    )
      return;
    setWritten(undefined);
    saving.reset();
    onSaved();
    await data.refetch();
  };
  const type = (text: string): void => {
    const base = written?.base ?? data.data;
    setWritten(text === textOf(base) ? undefined : { text, base });
  };
  return (
    <>
      <Group justify="space-between">
        <Text c="var(--loupe-muted)">
          {etag === 'none'
            ? messages.storedJson.appKeepsNothingForOwnerYet(owner)
            : messages.storedJson.appKeepsThisForOwner(owner, bytesText(new Blob([JSON.stringify(value)]).size, limit))}
        </Text>
        <Group gap="xs">
          <Button variant="default" loading={data.isFetching} onClick={() => void reload()}>
            {messages.storedJson.readAgain}
          </Button>
          <Button
            disabled={!unsaved || !parsed.ok}
            loading={saving.isPending}
            onClick={() => save(async () => written!.base)}
          >
            {messages.storedJson.saveData}
          </Button>
        </Group>
      </Group>
      {overtaken ? (
        <Alert color="yellow" p="xs" role="alert">
          {messages.storedJson.appOrSomebodyElseChanged}
          <Group gap="xs" mt={6}>
            <Button size="compact-xs" variant="default" onClick={() => void reload()}>
              {messages.storedJson.readTheirs}
            </Button>
            <Button size="compact-xs" variant="default" disabled={!parsed.ok} onClick={() => save(read)}>
              {messages.shared.saveMineOverIt}
            </Button>
          </Group>
        </Alert>
      ) : undefined}
      {saving.error === null || overtaken ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {errorText(saving.error)}
        </Alert>
      )}
      <Textarea
        aria-label={messages.storedJson.dataAsJson}
        className={classes['dataText']!}
        spellCheck={false}
        placeholder="{}"
        value={shown}
        error={parsed.ok || shown.trim() === '' ? undefined : parsed.reason}
        onChange={event => type(event.currentTarget.value)}
      />
    </>
  );
}

const textOf = ({ value, etag }: Stored): string => (etag === 'none' ? '' : JSON.stringify(value, undefined, 2));

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, reason: messages.storedJson.thisIsNotJson(error instanceof Error ? error.message : '') };
  }
}
