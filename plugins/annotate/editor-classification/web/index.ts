import { QueryClient } from '@tanstack/react-query';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands, ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { ClassesClient, classesQuery } from '#plugins/workspace/classes/web/kit/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ClassificationClient } from './classification-client.ts';
import { classificationKeys, keyScope } from './classification-keys.ts';
import { ClassificationSettings } from './classification-settings.ts';
import { GridController } from './grid/grid-controller.ts';
import { gridKeys, gridScope } from './grid/grid-keys.ts';
import { gridPathOf } from './grid/grid-path.ts';
import { KeyTaker } from './key-taker.ts';
import { LearnedContent } from './learned-content.ts';
import { questionKeys, questionScope } from './question/question-keys.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from './messages.ts';

/** The status of items that are reviewed. */
const QUALITY_CHECK = 3;

export default defineWebHalf(manifest, {
  bindings(container) {
    for (const service of [ClassificationClient, ClassificationSettings, GridController, KeyTaker, LearnedContent])
      container.bind<object>(service).toSelf();
  },
  activate({ get, tap, own, panel, page, command }) {
    const keys = get(KeyMap);
    const hooks = get(EditorHooks);
    const commands = get(CommandRegistry);
    const content = get(LearnedContent);
    const open = get(OpenItemToken);
    page('grid', () => import('./pages/grid-page.tsx'));
    page('folder', () => import('./pages/grid-page.tsx'));
    page('question', () => import('./pages/question-page.tsx'));
    page('folderQuestion', () => import('./pages/question-page.tsx'));
    panel('classes', () => import('./panels/classes-panel.tsx'));
    panel('link', () => import('./panels/grid-link.tsx'));
    // Known before the screens are loaded, so that a person can choose keys anywhere.
    own(
      keys.declare(`${manifest.id} keys`, [
        ...keyedCommands(keyScope, classificationKeys),
        ...keyedCommands(gridScope, gridKeys),
        ...keyedCommands(questionScope, questionKeys),
      ]),
    );
    tap(hooks.choosing, (type, item) =>
      type === 'classification'
        ? async () =>
            (await import('./classification-editor-type.ts')).classificationEditorType({
              keys,
              settings: get(ClassificationSettings),
              mime: item.metadata.mime,
              run: id => void commands.run(id),
              isInReview: () => open.now?.opened.item.annotation_status === QUALITY_CHECK,
              learned: (itemId, facts) => content.learn(itemId, facts),
            })
        : undefined,
    );
    tap(hooks.saving, (document, item) => content.into(document, item.id));
    tap(get(ShortcutDispatcher).pressed, event => get(KeyTaker).press(event));

    const isOpen = (): boolean => open.now?.opened.project.type === ProjectType.Classification && !open.overlaid;
    const leadTo = (question: boolean) => async (): Promise<void> => {
      const { now } = open;
      if (now !== undefined && (await open.save()))
        get(NavigationToken).go(gridPathOf(now.opened.item, location.search, question));
    };
    command('openGrid', leadTo(false), isOpen);
    command('openQuestion', leadTo(true), isOpen);
    tap(get(ItemsWebHooks).filterFields, async ({ projectId }, fields) => {
      const { project } = get(ProjectStore).state;
      if (project?.id !== projectId || project.type !== ProjectType.Classification) return fields;
      const known = (await get(QueryClient).ensureQueryData(classesQuery(get(ClassesClient).api, projectId))).filter(
        each => each.type === ClassType.Tag,
      );
      const questions = known.flatMap(each =>
        each.attribute_groups.map(group => ({ value: String(group.id), label: `${each.name}: ${group.name}` })),
      );
      return [
        ...fields,
        ...(known.length === 0
          ? []
          : [
              {
                name: 'tag_class',
                title: messages.shared.class,
                kind: 'choice' as const,
                choices: known.map(each => ({ value: String(each.id), label: each.name })),
              },
            ]),
        ...(questions.length === 0
          ? []
          : [{ name: 'answered_group', title: messages.shared.answered, kind: 'choice' as const, choices: questions }]),
      ];
    });
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
  },
});
