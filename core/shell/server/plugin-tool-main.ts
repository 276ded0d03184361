import { Fault } from '#core/base/common/index.ts';
import type { TerminalOutcome } from '#core/kernel/server/index.ts';
import { parseCommandLine } from './command-line.ts';
import { PLUGIN_USAGE, runPluginTool } from './outside/plugin-terminal.ts';
import { printOutcome } from './print-outcome.ts';

const argv = process.argv.slice(2);

async function run(): Promise<TerminalOutcome> {
  const outcome = await runPluginTool(parseCommandLine(argv));
  if (outcome === undefined) throw new Fault('USAGE', PLUGIN_USAGE);
  return outcome;
}

printOutcome(run(), argv.includes('--json'));
