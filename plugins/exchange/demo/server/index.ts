import { defineServerPlugin } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { DemoProject } from './demo-project.ts';

export default defineServerPlugin(manifest, {
  bindings(container) {
    container.bind(DemoProject).toSelf();
  },
  activate({ get, tap, hooks }) {
    tap(hooks.seeding, context => get(DemoProject).make(context));
  },
});
