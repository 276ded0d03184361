import type { BuiltCode } from '#core/sandbox/server/index.ts';
import { buildCode } from '#core/sandbox/server/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';

/** Name under which a script leaves its exports, as the runtime reads them. */
const HANDLER = 'loupeAction';

/** Builds the code of an action; Python needs no building and has no map. @throws Fault CODE_INVALID (422) */
export const buildAction = ({ interpreter, source }: Pick<ActionCode, 'interpreter' | 'source'>): Promise<BuiltCode> =>
  interpreter === 'python' ? Promise.resolve({ code: source, map: '' }) : buildCode(source, HANDLER);
