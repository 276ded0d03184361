import { useEffect, useRef, useState } from 'react';
import type { FormEvent, JSX } from 'react';
import {
  Button,
  confirm,
  EmptyState,
  ErrorPanel,
  Group,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  RowMenu,
  Skeleton,
  Table,
  Text,
  TextInput,
  toast,
  toastError,
  useApi,
  useEmail,
  useQuery,
  useQueryClient,
  useSearchParams,
  useTeam,
  Menu,
} from '@loupe/sdk/plugin/web';
import type { Note } from '../common/api.ts';
import { notesApi } from '../common/api.ts';

/** Notes of the team, and a line to write one. */
export default function NotesPage(): JSX.Element {
  const api = useApi(notesApi);
  const team = useTeam();
  const email = useEmail();
  const queries = useQueryClient();
  const key = ['team-notes', team.id];
  const list = useQuery({ queryKey: key, queryFn: async () => (await api.listNotes()).data });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: key });

  const remove = async (note: Note): Promise<void> => {
    if (!(await confirm({ title: 'Delete note', text: note.text, action: 'Delete', danger: true }))) return;
    try {
      await api.deleteNote({ params: { note_id: note.id } });
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <>
      <PageHeader title="Notes" {...(list.data === undefined ? {} : { count: list.data.length })} />
      <PageBody>
        <NewNote onDone={refresh} />
        {list.error !== null ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <Skeleton h={160} />
        ) : list.data.length === 0 ? (
          <EmptyState icon="comment" text="No notes yet. Write the first one above." />
        ) : (
          <Table aria-label="Notes">
            <Table.Tbody>
              {list.data.map(note => (
                <Table.Tr key={note.id}>
                  <Table.Td>
                    <Text>{note.text}</Text>
                    <Text size="sm" c="var(--loupe-muted)">
                      {note.author} · {longDate(note.createdAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td w={40}>
                    {note.author === email ? (
                      <RowMenu of={note.text}>
                        <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => void remove(note)}>
                          Delete
                        </Menu.Item>
                      </RowMenu>
                    ) : undefined}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
    </>
  );
}

function NewNote({ onDone }: { readonly onDone: () => Promise<void> }): JSX.Element {
  const api = useApi(notesApi);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [search, setSearch] = useSearchParams();
  const box = useRef<HTMLInputElement>(null);
  const asked = search.has('new');

  useEffect(() => {
    if (!asked) return;
    box.current?.focus();
    setSearch({}, { replace: true });
  }, [asked, setSearch]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await api.addNote({ body: { text } });
      setText('');
      toast('The note is written.', { tone: 'success' });
      await onDone();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={event => void submit(event)}>
      <Group mb="md" align="flex-end">
        <TextInput
          ref={box}
          label="New note"
          w={420}
          maxLength={500}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={text.trim() === ''}>
          Write
        </Button>
      </Group>
    </form>
  );
}
