import { openDifference as openTextDifference } from '#core/code-editor/web/index.ts';
import { messages } from '../messages.ts';

/** Shows how a file differs, side by side. Returns the way to take it away. */
export const openDifference = (
  element: HTMLElement,
  {
    path,
    before,
    after,
    dark,
  }: { readonly path: string; readonly before: string; readonly after: string; readonly dark: boolean },
): Promise<() => void> =>
  openTextDifference(element, {
    language: /\.[jt]sx?$/.test(path) ? 'typescript' : 'plaintext',
    before,
    after,
    dark,
    name: messages.openDifference.changesOfPath(path),
    beforeName: messages.openDifference.inTheVersion(path),
    afterName: messages.openDifference.inTheDraft(path),
  });
