import type { SandboxFault } from '#core/sandbox/web/index.ts';
import type { FormScript } from '#plugins/annotate/form/common/index.ts';
import { fileOf } from '#plugins/annotate/form/web/kit/index.ts';
import { messages } from '../messages.ts';

/**
 * Returns the place and text of a fault in the scripts of a form: the place that called, where the error came up in the
 * SDK.
 */
export function faultText(
  { message, file, line, stack = '' }: Extract<SandboxFault, { kind: 'error' }>,
  scripts: readonly FormScript[],
): string {
  const said = message.replace(/^(?:Uncaught )?(?:Error: )?/, '');
  const own = scripts
    .flatMap(([name]) => {
      const at = stack.indexOf(`${fileOf(name)}:`);
      return at < 0 ? [] : [{ name, at, line: Number.parseInt(stack.slice(at + fileOf(name).length + 1), 10) }];
    })
    .toSorted((one, other) => one.at - other.at)[0];
  if (own !== undefined) return messages.faultText.nameLineSaid(own.name, own.line, said);
  const named = scripts.find(([name]) => fileOf(name) === file)?.[0];
  return named === undefined || line === undefined ? said : messages.faultText.namedLineSaid(named, line, said);
}
