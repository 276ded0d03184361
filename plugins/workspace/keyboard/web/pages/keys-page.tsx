import { Alert, Button, FileButton, Group, Skeleton, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { conflictsOf, holdersOf, withChoices } from '#core/shortcuts/common/index.ts';
import {
  confirm,
  downloadFile,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import { readKeyFile, keyFile } from '../../common/key-file.ts';
import { dropKey, grantKey, resetKeys } from '../../common/key-changes.ts';
import type { OwnKeys } from '../../common/api.ts';
import { presetNames, presets } from '../../common/presets.ts';
import type { PresetName } from '../../common/presets.ts';
import type { KeyQuestion } from '../conflict-question.tsx';
import { ConflictQuestion } from '../conflict-question.tsx';
import type { KeyRowActions } from '../key-row.tsx';
import { KeyRow } from '../key-row.tsx';
import { KeyboardStore } from '../keyboard-store.ts';
import { sectionsOf } from '../key-sections.ts';
import classes from '../keys.module.css';
import { messages } from '../messages.ts';

const NOT_DRAWN: KeyRowActions = { record() {}, take() {}, drop() {}, reset() {} };

/** Every command with its keys, to be changed by pressing them. */
export default function KeysPage(): JSX.Element {
  const store = useService(KeyboardStore);
  const keys = useKeyMap();
  const { own, loaded, fault } = useSnapshot(store.state);
  const [search, setSearch] = useState('');
  const [recording, setRecording] = useState<{ readonly id: string; readonly chord: string }>();
  const [question, setQuestion] = useState<KeyQuestion>();
  const commands = keys.commands;
  const change = (next: OwnKeys['keys']): void => store.change({ preset: own.preset, keys: next });

  const wish = (command: KeyedCommand, chord: string, inPlaceOf: string): void => {
    setRecording(undefined);
    const wanted = { command, chord, ...(inPlaceOf === '' ? {} : { inPlaceOf }) };
    const holders = holdersOf(commands, command, chord);
    if (holders.length > 0) setQuestion({ wish: wanted, holders });
    else change(grantKey(own.keys, wanted));
  };
  const actions = useRef<KeyRowActions>(NOT_DRAWN);
  // Rows keep the same object, so that a change draws only the rows that it is about.
  useLayoutEffect(() => {
    actions.current = {
      record: ({ id }, chord) => setRecording(chord === undefined ? undefined : { id, chord }),
      take: (command, chord) => wish(command, chord, recording?.chord ?? ''),
      drop: (command, chord) => change(dropKey(own.keys, command, chord)),
      reset: command => change(resetKeys(own.keys, command.id)),
    };
  });
  if (!loaded)
    return (
      <PageBody>
        <Skeleton h={320} />
      </PageBody>
    );
  if (fault !== undefined)
    return (
      <PageBody>
        <ErrorPanel error={fault} onRetry={() => void store.load()} />
      </PageBody>
    );

  const conflicts = conflictsOf(withChoices(keys.delivered, presets[own.preset].keys, {}), commands);
  const conflicting = new Set(conflicts.map(each => each.chord));
  const sections = sectionsOf(commands, search, keys.shown.bind(keys));
  const resetAll = async (): Promise<void> => {
    const count = Object.keys(own.keys).length;
    if (
      await confirm({
        title: messages.keysPage.resetAllKeys,
        text: messages.keysPage.yourChangesOfCountCommands(count, presets[own.preset].title),
        action: messages.keysPage.resetAll,
      })
    )
      change({});
  };

  const load = async (file: File | null): Promise<void> => {
    if (file === null) return;
    try {
      store.change(readKeyFile(await file.text()));
      toast(messages.keysPage.yourKeysAreLoaded, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <>
      <PageHeader title={messages.keysPage.keyboard} />
      <PageBody>
        <div className={classes['bar']}>
          <TextInput
            aria-label={messages.keysPage.findACommand}
            data-search-box
            placeholder={messages.keysPage.findACommandOrAKey}
            value={search}
            leftSection={<Icon name="search" size={14} />}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          <Select
            aria-label={messages.keysPage.preset}
            w={180}
            allowDeselect={false}
            value={own.preset}
            data={presetNames.map(value => ({ value, label: messages.keysPage.presetTitle(presets[value].title) }))}
            onChange={value => store.change({ preset: (value ?? 'loupe') as PresetName, keys: own.keys })}
          />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => downloadFile('loupe-keys.json', new Blob([keyFile(own)], { type: 'application/json' }))}
            >
              {messages.keysPage.export}
            </Button>
            <FileButton accept="application/json,.json" onChange={file => void load(file)}>
              {props => (
                <Button {...props} variant="default" leftSection={<Icon name="upload" size={14} />}>
                  {messages.keysPage.import}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<Icon name="restore" size={14} />}
              disabled={Object.keys(own.keys).length === 0}
              onClick={() => void resetAll()}
            >
              {messages.keysPage.resetAll}
            </Button>
          </Group>
        </div>
        {conflicts.length === 0 ? undefined : (
          <Alert color="yellow" p="xs" mb="sm" role="status">
            {conflicts.map(each => (
              <div key={each.chord}>
                {messages.keysPage.keyOfSeveral({
                  key: <b>{keys.shown(each.chord)}</b>,
                  commands: each.commands.map(one => `“${one.title}”`).join(' and '),
                })}
              </div>
            ))}
          </Alert>
        )}
        {sections.length === 0 ? (
          <div className={classes['empty']}>{messages.keysPage.noCommandMatchesSearch(search)}</div>
        ) : undefined}
        <div className={classes['sections']}>
          {sections.map(({ scope, title, groups }) => (
            <section key={scope} className={classes['section']} aria-label={title}>
              <h2>{title}</h2>
              {groups.map(group => (
                <div key={group.title} className={classes['group']}>
                  {groups.length === 1 && group.title === title ? undefined : <h3>{group.title}</h3>}
                  <div role="table" aria-label={messages.keysPage.titleCommandsAndTheirKeys(group.title)}>
                    {group.commands.map(command => (
                      <KeyRow
                        key={command.id}
                        command={command}
                        printed={command.chords.map(chord => keys.shown(chord))}
                        changed={own.keys[command.id] !== undefined}
                        conflicting={command.chords.filter(chord => conflicting.has(chord))}
                        recording={recording?.id === command.id ? recording.chord : undefined}
                        actions={actions}
                      />
                    ))}
                  </div>
                </div>
              ))}
            </section>
          ))}
        </div>
        <ConflictQuestion
          question={question}
          shown={chord => keys.shown(chord)}
          onCancel={() => setQuestion(undefined)}
          onAnswer={answer => {
            if (question !== undefined) change(grantKey(own.keys, question.wish, question.holders, answer));
            setQuestion(undefined);
          }}
        />
      </PageBody>
    </>
  );
}
