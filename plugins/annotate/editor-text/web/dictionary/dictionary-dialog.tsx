import { Alert, Button, Checkbox, FileButton, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, downloadFile, ErrorPanel, Icon, Modal, toast } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { StoredDictionary } from '../../common/api.ts';
import type { DictionaryEntry } from '../../common/dictionary/dictionary.ts';
import { readDictionaryCsv, withEntries, writeDictionaryCsv } from '../../common/dictionary/dictionary-csv.ts';
import { messages } from '../messages.ts';
import { DictionaryClient } from './dictionary-client.ts';
import { EntryForm } from './entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import classes from './dictionary.module.css';

interface DictionaryDialogProps {
  readonly projectId: number;
  /** Classes of the project. */
  readonly known: readonly AnnotationClass[];
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Other terms are stored now. */
  readonly onSaved: () => void;
}

/** The project's dictionary: who may change classes edits it, others look at it. */
export function DictionaryDialog(props: DictionaryDialogProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.dictionaryDialog.dictionary} size={760}>
      {props.opened ? <Loaded {...props} /> : undefined}
    </Modal>
  );
}

function Loaded(props: DictionaryDialogProps): JSX.Element {
  const client = useService(DictionaryClient);
  const found = useQuery({ ...client.query(props.projectId), staleTime: 0, gcTime: 0 });
  // What is typed stays when somebody else saves meanwhile; saving then says so.
  const [edited, setEdited] = useState<StoredDictionary>();
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined || (found.isFetching && edited === undefined)) return <Skeleton h={360} />;
  return <Terms {...props} dictionary={edited ?? found.data} onEdit={setEdited} />;
}

function Terms({
  projectId,
  known,
  onClose,
  onSaved,
  dictionary,
  onEdit,
}: DictionaryDialogProps & {
  readonly dictionary: StoredDictionary;
  readonly onEdit: (dictionary: StoredDictionary) => void;
}): JSX.Element {
  const client = useService(DictionaryClient);
  const edits = useCan('UpdateClass');
  const owners = known.filter(each => each.type === ClassType.Object);
  const [chosen, setChosen] = useState<DictionaryEntry>();
  const [draft, setDraft] = useState<DictionaryEntry>({ term: '', class_id: owners[0]?.id ?? 0, values: [] });
  const [filter, setFilter] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { entries, options } = dictionary;
  const wanted = filter.trim().toLowerCase();
  const shown =
    wanted === ''
      ? entries
      : entries.filter(
          each =>
            each.term.toLowerCase().includes(wanted) ||
            owners
              .find(one => one.id === each.class_id)
              ?.name.toLowerCase()
              .includes(wanted) === true,
        );

  const put = (next: readonly DictionaryEntry[]): void => onEdit({ ...dictionary, entries: [...next] });
  const setOption = (change: Partial<StoredDictionary['options']>): void =>
    onEdit({ ...dictionary, options: { ...options, ...change } });
  const done = (): void => {
    const entry = { ...draft, term: draft.term.trim() };
    put(withEntries(chosen === undefined ? entries : entries.map(each => (each === chosen ? entry : each)), [entry]));
    setChosen(undefined);
    setDraft({ term: '', class_id: entry.class_id, values: [] });
  };
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const found = readDictionaryCsv(await file.text(), known);
    put(withEntries(entries, found.entries));
    setProblems(found.problems);
    toast(messages.dictionaryDialog.countTermsWereRead(found.entries.length));
  };
  const save = async (): Promise<void> => {
    await client.save(projectId, dictionary);
    onSaved();
    onClose();
  };

  const body = (
    <>
      <Group gap="lg">
        <Checkbox
          label={messages.shared.matchCase}
          disabled={!edits}
          checked={options.exact_case}
          onChange={event => setOption({ exact_case: event.currentTarget.checked })}
        />
        <Checkbox
          label={messages.shared.wholeWords}
          disabled={!edits}
          checked={options.whole_words}
          onChange={event => setOption({ whole_words: event.currentTarget.checked })}
        />
        <Checkbox
          label={messages.dictionaryDialog.accentsMatter}
          disabled={!edits}
          checked={options.accents}
          onChange={event => setOption({ accents: event.currentTarget.checked })}
        />
      </Group>
      {edits && owners.length > 0 ? (
        <EntryForm owners={owners} entry={draft} known={chosen !== undefined} onChange={setDraft} onDone={done} />
      ) : undefined}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={messages.dictionaryDialog.filterTerms}
          placeholder={messages.dictionaryDialog.filterCountTerms(entries.length)}
          flex={1}
          value={filter}
          leftSection={<Icon name="filter" size={14} />}
          onChange={event => setFilter(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {edits ? (
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={file => void read(file)}>
            {button => (
              <Button {...button} variant="default" leftSection={<Icon name="upload" size={14} />}>
                {messages.dictionaryDialog.importCsv}
              </Button>
            )}
          </FileButton>
        ) : undefined}
        <Button
          variant="default"
          disabled={entries.length === 0}
          leftSection={<Icon name="download" size={14} />}
          onClick={() =>
            downloadFile('dictionary.csv', new Blob([writeDictionaryCsv(entries, known)], { type: 'text/csv' }))
          }
        >
          {messages.dictionaryDialog.exportCsv}
        </Button>
      </Group>
      {problems.length === 0 ? undefined : (
        <Alert
          color="yellow"
          p="xs"
          withCloseButton
          closeButtonLabel={messages.dictionaryDialog.close}
          onClose={() => setProblems([])}
          title={
            problems.length === 1
              ? messages.dictionaryDialog.oneLineOfTheFile
              : messages.dictionaryDialog.countLinesOfTheFile(problems.length)
          }
        >
          <ul className={classes['problems']}>
            {problems.slice(0, 100).map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
      {shown.length > 0 ? (
        <EntryList
          entries={shown}
          owners={owners}
          chosen={chosen}
          onChoose={
            edits
              ? entry => {
                  setChosen(entry);
                  setDraft(entry);
                }
              : undefined
          }
          onRemove={entry => {
            put(entries.filter(each => each !== entry));
            if (entry === chosen) setChosen(undefined);
          }}
        />
      ) : (
        <div className={classes['empty']}>
          {owners.length === 0
            ? messages.dictionaryDialog.thisProjectHasNoObject
            : entries.length === 0
              ? edits
                ? messages.dictionaryDialog.noTermsYet
                : messages.dictionaryDialog.noTermsYetWho
              : messages.dictionaryDialog.noTermMatchesFilter(filter)}
        </div>
      )}
      {dictionary.updated_by === null ? undefined : (
        <span className={classes['muted']}>
          {messages.dictionaryDialog.savedLastByUpdatedBy(dictionary.updated_by)}
        </span>
      )}
    </>
  );
  if (!edits)
    return (
      <Stack gap="md">
        {body}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.dictionaryDialog.close}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <DialogForm action={messages.dictionaryDialog.save} onSubmit={save} onCancel={onClose}>
      {body}
    </DialogForm>
  );
}
