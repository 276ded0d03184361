import type { CommandInfo } from '#core/commands/common/index.ts';
import type { Manifest } from '../common/index.ts';

/** Returns the commands that a manifest declares, as the palette and the keys know them. */
export const commandsOf = (manifest: Manifest): CommandInfo[] =>
  Object.entries(manifest.commands ?? {}).map(([name, command]) => ({
    id: `${manifest.id}.${name}`,
    title: command.title,
    access: command.access,
    hidden: command.hidden ?? false,
    group: command.group ?? manifest.title,
    scope: command.scope ?? 'app',
    shortcuts: [manifest.shortcuts?.[name] ?? []].flat(),
    ...(command.icon === undefined ? {} : { icon: command.icon }),
  }));
