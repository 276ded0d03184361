import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { menuLinks, useKeyMap, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon, Modal, ShortcutKey } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { FrameView } from './frame-view.ts';
import { linesMatching } from './sheet-lines.ts';
import type { SheetLine } from './sheet-lines.ts';
import { useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** Lists the effect of every key here, on the person's own keys: those of the editor and those of the frame. */
export function HelpSheet(): JSX.Element {
  const view = useService(FrameView);
  const { dialog } = useSnapshot(view.state);
  return (
    <Modal
      opened={dialog === 'help'}
      onClose={() => view.open(undefined)}
      title={messages.helpSheet.keyboardShortcuts}
      size="xl"
    >
      <Sheet />
    </Modal>
  );
}

/** Keys of the shell that work here too. */
const SHELL: readonly SheetLine[] = [
  { group: messages.groups.item, title: messages.helpSheet.searchOrRunACommand, keys: ['Ctrl+K'] },
];

function Sheet(): JSX.Element {
  const commands = useService(CommandRegistry);
  const keys = useKeyMap();
  const { editor } = useOpen();
  const [search, setSearch] = useState('');
  const { offered } = useSnapshot(useService(FrameView).state);
  const own = editor?.shortcuts ?? [];
  // A key that the editor uses itself means that and nothing else here.
  const used = new Set(own.flatMap(line => line.keys));
  const frame: readonly SheetLine[] = [...commands.state.commands.values()]
    .filter(each => each.scope !== 'app' && offered.includes(each.id))
    .map(({ id, title, group }) => ({ group, title, keys: keys.chords(id).filter(chord => !used.has(chord)) }));
  const taken = new Set(own.map(line => line.title));
  const all = [...own, ...SHELL, ...frame.filter(line => !taken.has(line.title))]
    .filter(line => line.keys.length > 0)
    .map(line => ({ ...line, keys: line.keys.map(chord => keys.shown(chord)) }));
  const lines = linesMatching(all, search);
  const groups = [...new Set(lines.map(line => line.group))];
  return (
    <>
      <div className={classes['sheetBar']}>
        <TextInput
          data-autofocus
          aria-label={messages.helpSheet.findAShortcut}
          placeholder={messages.helpSheet.findByNameOrKey}
          value={search}
          leftSection={<Icon name="search" size={14} />}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <ChangeKeys />
      </div>
      {lines.length === 0 ? (
        <p className={classes['sheetNone']}>{messages.helpSheet.nothingMatchesSearch(search)}</p>
      ) : undefined}
      <div className={classes['sheet']}>
        {groups.map(group => (
          <section key={group} className={classes['sheetGroup']}>
            <h3>{group}</h3>
            {lines
              .filter(line => line.group === group)
              .map(line => (
                <div key={line.title} className={classes['sheetLine']}>
                  <span>{line.title}</span>
                  <span className={classes['keys']}>
                    {[...new Set(line.keys)].map(key => (
                      <ShortcutKey key={key} chord={key} />
                    ))}
                  </span>
                </div>
              ))}
          </section>
        ))}
      </div>
    </>
  );
}

/** Lets the person change keys; opens beside the work, which follows at once. */
function ChangeKeys(): JSX.Element {
  const { opened } = useOpen();
  const links = menuLinks(useService(WebPluginHost), useService(TeamStore), 'editor.help', {
    teamId: String(opened.item.team_id),
  });
  return (
    <>
      {links.map(({ path, title }) => (
        <a key={path} href={path} target="_blank" rel="noreferrer" className={classes['sheetLink']}>
          <Icon name="keyboard" size={14} />
          {title}
        </a>
      ))}
    </>
  );
}
