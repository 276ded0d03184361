import { defineServerHalf } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { DemoProject } from './demo-project.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    container.bind(DemoProject).toSelf();
  },
  activate({ get, tap, hooks }) {
    tap(hooks.seeding, context => get(DemoProject).make(context));
  },
});
