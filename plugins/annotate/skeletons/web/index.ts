import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { SkeletonTemplates } from './kit/skeleton-templates.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

/** Projects in which skeletons are placed. */
const skeletonTypes: ReadonlySet<number> = new Set([ProjectType.Vector, ProjectType.Video]);

export default defineWebHalf(manifest, {
  provides: [SkeletonTemplates],
  bindings: container => void container.bind(SkeletonTemplates).toSelf(),
  activate({ get, page, tap, hooks }) {
    page('list', () => import('./pages/templates-page.tsx'));
    page('team', () => import('./pages/templates-page.tsx'));
    const store = get(ProjectStore);
    tap(hooks.menu.for('project.setup'), items =>
      skeletonTypes.has(store.state.project?.type ?? 0)
        ? undefined
        : items.filter(each => each.id !== 'skeletons.list'),
    );
  },
});
