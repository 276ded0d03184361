import type { WebPluginContext } from '#core/kernel/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type manifest from '../../manifest.ts';
import { StepWalk } from './step-walk.ts';

/** Adds the guide to the editor: its panel, its commands and its part in what is drawn. */
export function installGuide({ get, panel, command, tap, own }: WebPluginContext<typeof manifest>): void {
  panel('guide', () => import('./steps-panel.tsx'));
  const open = get(OpenItemToken);
  const walk = get(StepWalk);
  const hooks = get(EditorHooks);
  own(walk);
  const walking = (): boolean => walk.state.guide !== undefined && !open.overlaid;
  command('next', () => walk.step(1), walking);
  command('previous', () => walk.step(-1), walking);
  tap(hooks.drafting, patches => walk.drafted(patches));
  tap(hooks.offering, classes => {
    const { current } = walk;
    return current === undefined ? undefined : classes.filter(each => each.id === current.classId);
  });
  tap(hooks.annotated, (session, edit) => walk.annotated(session, edit));
  // Last, when no tool had a use for it: Enter ends a shape first.
  tap(
    get(ShortcutDispatcher).pressed,
    event => {
      const plain = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      const onControl =
        event.target instanceof HTMLElement &&
        event.target.closest('button, a, [role="option"], [role="tab"]') !== null;
      if (!plain || onControl || !walking()) return undefined;
      walk.step(1);
      return true;
    },
    { stage: 10 },
  );
}
