import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { SkeletonTemplates } from './kit/skeleton-templates.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

export default defineWebHalf(manifest, {
  provides: [SkeletonTemplates],
  bindings: container => void container.bind(SkeletonTemplates).toSelf(),
  activate({ get, page, tap, hooks }) {
    page('list', () => import('./pages/templates-page.tsx'));
    page('team', () => import('./pages/templates-page.tsx'));
    const store = get(ProjectStore);
    // Skeletons are placed in vector projects only.
    tap(hooks.menu.for('project.setup'), items =>
      store.state.project?.type === ProjectType.Vector ? undefined : items.filter(each => each.id !== 'skeletons.list'),
    );
  },
});
