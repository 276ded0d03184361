import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { formApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { formHandlers } from './form-handlers.ts';
import { Forms } from './kit/index.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Forms],
  bindings: container => void container.bind(Forms).toSelf(),
  activate: ({ get, implement }) => implement(formApi, formHandlers(get(Forms))),
});
