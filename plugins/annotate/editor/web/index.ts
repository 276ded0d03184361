import { Transport } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { returnStep } from '../common/primary-step.ts';
import manifest from '../manifest.ts';
import { ControllerItem } from './controller-item.ts';
import { EditorController } from './editor-controller.ts';
import { followHeldKeys, isOverlaid, pressInEditor } from './editor-keys.ts';
import { offerInPalette } from './editor-palette.ts';
import { FrameView } from './frame/frame-view.ts';
import { PictureSettings } from './frame/picture-settings.ts';
import { QuickAnswers } from './quick-answers.ts';
import { ReadThreads } from './frame/read-threads.ts';
import { AppHost } from './host/app-host.ts';
import { EmbeddedEditor } from './host/embedded-editor.ts';
import { ItemActions } from './item-actions.ts';
import { EditorHooks } from './kit/editor-hooks.ts';
import { OpenItemToken } from './kit/open-item.ts';
import { plainValues } from './host/plain-values.ts';
import { messages } from './messages.ts';
import { statusOfKey } from './status-keys.ts';
import { ItemNavigation } from './queue/item-navigation.ts';
import { ItemQueue } from './queue/item-queue.ts';
import { ItemsAhead } from './queue/items-ahead.ts';
import { NextItem } from './queue/next-item.ts';
import { PreparedItems } from './queue/prepared-items.ts';
import { LeftItems } from './steps/left-items.ts';
import { QueuedSteps } from './steps/queued-steps.ts';
import { Submission } from './submission.ts';

/** Commands that choose a value of an attribute, by the place of the value. */
const VALUE_COMMANDS = [
  'value1',
  'value2',
  'value3',
  'value4',
  'value5',
  'value6',
  'value7',
  'value8',
  'value9',
] as const;

export default defineWebHalf(manifest, {
  provides: [EditorHooks, OpenItemToken],
  bindings(container) {
    container.bind(EditorHooks).toSelf();
    container.bind(AppHost).toSelf();
    container.bind(EditorController).toSelf();
    container.bind(EmbeddedEditor).toSelf();
    container.bind(FrameView).toSelf();
    container.bind(PictureSettings).toSelf();
    container.bind(OpenItemToken).to(ControllerItem);
    container.bind(QuickAnswers).toSelf();
    container.bind(ReadThreads).toSelf();
    container.bind(ItemQueue).toSelf();
    container.bind(ItemsAhead).toSelf();
    container.bind(ItemNavigation).toSelf();
    container.bind(ItemActions).toSelf();
    container.bind(NextItem).toSelf();
    container.bind(PreparedItems).toSelf();
    container.bind(LeftItems).toSelf();
    container.bind(QueuedSteps).toSelf();
    container.bind(Submission).toSelf();
  },
  activate(context) {
    const { get, page, panel, command, tap, hooks, own } = context;
    page('item', () => import('./pages/editor-page.tsx'));
    panel('objects', () => import('./panels/objects-panel.tsx'));
    panel('classes', () => import('./panels/classes-panel.tsx'));
    panel('comments', () => import('./panels/comments-panel.tsx'));
    panel('info', () => import('./panels/info-panel.tsx'));
    panel('queued', () => import('./panels/queued-panel.tsx'));

    const controller = get(EditorController);
    const view = get(FrameView);
    const commands = get(CommandRegistry);
    const isOpen = (): boolean => controller.document !== undefined && !isOverlaid();
    const mayEdit = (): boolean => isOpen() && controller.document?.readOnly === false;
    const returnable = (): boolean =>
      returnStep(controller.opened?.item.annotation_status ?? 0, controller.opened?.status.available ?? []) !==
      undefined;
    const mayComment = (): boolean => isOpen() && controller.document?.state.mayComment === true;
    own(controller);
    own(view);
    own(get(PreparedItems));
    own(get(ItemQueue));
    own(get(QueuedSteps).begin());
    own(get(EmbeddedEditor).begin());
    command('save', async () => void (await controller.save()), mayComment);
    command('undo', () => void controller.document?.undo(), mayEdit);
    command('redo', () => void controller.document?.redo(), mayEdit);
    command(
      'previous',
      async () => {
        if (!(await get(ItemNavigation).step(-1))) toast(messages.plugin.thisIsTheFirstItem);
      },
      isOpen,
    );
    command(
      'next',
      async () => {
        if (!(await get(ItemNavigation).step(1))) toast(messages.plugin.allDone);
      },
      isOpen,
    );
    command('nextTask', () => get(ItemActions).nextTask(), isOpen);
    command('leave', () => get(ItemNavigation).leave(), isOpen);
    command('primaryTransition', () => get(Submission).submit(), isOpen);
    command(
      'return',
      () => get(Submission).return(),
      () => isOpen() && returnable(),
    );
    command('approveItem', async () => void (await get(ItemActions).setApproval(2)), isOpen);
    command('disapproveItem', async () => void (await get(ItemActions).setApproval(1)), isOpen);
    command('pin', async () => void (await get(ItemActions).togglePin()), isOpen);
    command('comment', () => view.startComment(view.commentPlace()), mayComment);
    command('findClass', () => view.open('findClass'), mayEdit);
    command('toggleSide', () => view.set({ side: !view.state.side }), isOpen);
    command('toggleStrip', () => view.set({ strip: !view.state.strip }), isOpen);
    command('picture', () => get(PictureSettings).open(true), isOpen);
    command(
      'attributes',
      () => view.showAttributes(),
      () => isOpen() && (controller.document?.scene.selection.size ?? 0) > 0,
    );
    const answers = get(QuickAnswers);
    for (const [at, name] of VALUE_COMMANDS.entries())
      command(
        name,
        () => answers.choose(at + 1),
        () => mayEdit() && answers.most > at,
      );
    command(
      'help',
      () => view.openHelp([...commands.state.commands.keys()].filter(each => commands.offered(each))),
      isOpen,
    );
    tap(hooks.tracked, (event, params) =>
      get(AppHost).client.emit('analytics', { event, params: plainValues(params) }),
    );
    offerInPalette(context, isOpen);
    // A right may be gone in the middle of the work: what the screen offers follows.
    tap(get(Transport).hooks.failed, ({ status }, { name }) => {
      if (status === 403 && name !== 'openItem' && controller.document !== undefined) controller.rightsChanged();
      return undefined;
    });
    tap(get(ShortcutDispatcher).pressed, event => {
      const { opened } = controller;
      const status = opened === undefined || !isOpen() ? undefined : statusOfKey(opened.status, event);
      if (status === undefined) return pressInEditor(controller, event);
      void get(ItemActions).setStatus(status);
      return true;
    });
    followHeldKeys(context, controller);
    tap(hooks.leaving, async () => void (await controller.save()));
  },
});
