import { Fault } from '#core/base/common/index.ts';
import type { BuiltCode } from '#core/sandbox/server/index.ts';
import { buildCode } from '#core/sandbox/server/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';

/** Name under which a script leaves its exports, as the runtime reads them. */
const HANDLER = 'loupeAction';

/** Builds the code of an action; Python needs no building and has no map. @throws Fault CODE_INVALID (422) */
export async function buildAction({
  interpreter,
  source,
  files = [],
}: Pick<ActionCode, 'interpreter' | 'source'> & Partial<Pick<ActionCode, 'files'>>): Promise<BuiltCode> {
  if (interpreter === 'typescript') return buildCode(source, HANDLER, files);
  if (files.length > 0)
    throw new Fault('CODE_INVALID', `Actions in Python have one file. Remove ${files[0]!.name}.`, {
      status: 422,
      details: { problems: [] },
    });
  return { code: source, map: '' };
}
