import { actionTypeOf } from '../../common/action-types.ts';
import type { WriteKind } from '../../common/custom-action.ts';
import { messages } from '../messages.ts';

/** Returns how a change that code makes is called on the screen. */
export const writeTitle = (kind: WriteKind): string =>
  actionTypeOf(kind)?.title ?? (kind === 'annotate' ? messages.shared.saveAnnotations : kind);
