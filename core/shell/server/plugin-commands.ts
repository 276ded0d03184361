import type { TerminalCommand } from '#core/kernel/server/index.ts';
import type { CommandLine, Outcome } from './command-line.ts';
import { USAGE } from './command-line.ts';
import { asksHelp, isOwnCommand } from './commands.ts';
import type { Configuration } from './configuration.ts';
import { discover } from './discovery.ts';

/** Commands of the bundled plugins by their first word. */
async function pluginCommands(): Promise<ReadonlyMap<string, TerminalCommand>> {
  const { halves } = await discover();
  return new Map([...halves.values()].flatMap(half => Object.entries(half.terminal ?? {})));
}

/**
 * Runs a command that a plugin brings, in this process: it needs no database. Undefined when it is one of the core's.
 */
export async function runPluginCommand(line: CommandLine, configuration: Configuration): Promise<Outcome | undefined> {
  const [word, ...rest] = line.words;
  const helps = word === undefined || asksHelp(line);
  if (!helps && isOwnCommand(word)) return undefined;
  const commands = await pluginCommands();
  if (helps) {
    const lines = [...commands.values()].map(
      each => `  ${each.usage}\n                                   ${each.summary}`,
    );
    const text = USAGE.replace('\n\nSettings', () => `\n${lines.join('\n')}\n\nSettings`);
    return { text, data: { usage: text } };
  }
  return commands
    .get(word)
    ?.run(rest, {
      modelsFolder: configuration.modelsDir,
      egressAllow: configuration.egressAllow,
      print: text => void process.stderr.write(`${text}\n`),
    });
}
