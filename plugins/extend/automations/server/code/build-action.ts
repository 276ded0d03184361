import { Fault } from '#core/base/common/index.ts';
import type { BuiltCode } from '#core/sandbox/server/index.ts';
import { buildCode, checkPython } from '#core/sandbox/server/index.ts';
import type { ActionCode, Interpreter } from '../../common/custom-action.ts';
import type { PackageMirror } from '../packages/package-mirror.ts';
import { fileNames } from '../../common/custom-action.ts';

/** Name under which a script leaves its exports, as the runtime reads them. */
const HANDLER = 'loupeAction';

const NAMES: Readonly<Record<Interpreter, string>> = {
  typescript: 'use a name such as rules.ts or limits.json',
  python: 'use a name such as rules.py or limits.json',
};

/**
 * Builds the code of an action; Python is only checked, where it can run, and has no map.
 * @throws Fault CODE_INVALID (422), also for a file of another language, PACKAGES_OFF, PACKAGE_REFUSED (422)
 */
export async function buildAction(
  {
    interpreter,
    source,
    files = [],
    packages = [],
  }: Pick<ActionCode, 'interpreter' | 'source'> & Partial<Pick<ActionCode, 'files' | 'packages'>>,
  mirror: PackageMirror,
): Promise<BuiltCode> {
  const other = files.find(each => !fileNames[interpreter].safeParse(each.name).success);
  if (other !== undefined)
    throw new Fault('CODE_INVALID', `The action cannot have the file ${other.name}: ${NAMES[interpreter]}.`, {
      status: 422,
      details: { problems: [] },
    });
  if (packages.length > 0 && interpreter === 'python')
    throw new Fault('CODE_INVALID', 'Python cannot have packages. Remove them, or write the action in TypeScript.', {
      status: 422,
      details: { problems: [] },
    });
  if (interpreter === 'python') {
    await checkPython(source, files);
    return { code: source, map: '' };
  }
  if (packages.length === 0) return buildCode(source, HANDLER, files);
  return mirror.during(packages, installed => buildCode(source, HANDLER, files, installed));
}
