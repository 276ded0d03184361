import { Modal } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ShortcutKey } from '#core/ui/web/index.ts';
import { FrameView } from './frame-view.ts';
import { useOpen } from './use-desk.ts';
import classes from './frame.module.css';

interface Line {
  readonly group: string;
  readonly title: string;
  readonly keys: readonly string[];
}

/** What every key does here: those of the editor and those of the frame. */
export function HelpSheet(): JSX.Element {
  const view = useService(FrameView);
  const commands = useService(CommandRegistry);
  const { editor } = useOpen();
  const { dialog } = useSnapshot(view.state);
  const frame: readonly Line[] = [...commands.state.commands.values()].filter(each => each.id.startsWith('editor.') && each.shortcuts.length > 0).map(each => ({ group: 'Item', title: each.title, keys: each.shortcuts }));
  const own = editor?.shortcuts ?? [];
  const taken = new Set(own.map(line => line.title));
  const lines = [...own, ...frame.filter(line => !taken.has(line.title))];
  const groups = [...new Set(lines.map(line => line.group))];
  return (
    <Modal opened={dialog === 'help'} onClose={() => view.open(undefined)} title="Keyboard shortcuts" size="xl">
      <div className={classes['sheet']}>
        {groups.map(group => (
          <section key={group} className={classes['sheetGroup']}>
            <h3>{group}</h3>
            {lines.filter(line => line.group === group).map(line => (
              <div key={line.title} className={classes['sheetLine']}><span>{line.title}</span><span className={classes['keys']}>{line.keys.map(key => <ShortcutKey key={key} chord={key} />)}</span></div>
            ))}
          </section>
        ))}
      </div>
    </Modal>
  );
}
