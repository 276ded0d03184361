import { isIsolating } from '#core/sandbox/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { systemApi } from '../common/api.ts';
import { enginesApi } from '../common/engines-api.ts';
import manifest from '../manifest.ts';
import { MailTest } from './mail-test.ts';
import { SystemFigures } from './system-figures.ts';
import { SystemHooks } from './system-hooks.ts';

export default defineServerHalf(manifest, {
  provides: [SystemHooks],
  bindings(container) {
    container.bind(SystemFigures).toSelf();
    container.bind(MailTest).toSelf();
    container.bind(SystemHooks).toSelf();
  },
  activate({ get, implement }) {
    const hooks = get(SystemHooks);
    implement(enginesApi, {
      async listEngines() {
        const data = [...(await hooks.engines.promise(undefined, []))];
        return { isolation: (await isIsolating()) ? ('full' as const) : ('reduced' as const), data };
      },
    });
    implement(systemApi, {
      getSystem: () => get(SystemFigures).state(),
      measureStorage: async () => ({ data: [...(await get(SystemFigures).storage())] }),
      testMail: ({ body }, context) => get(MailTest).send(context, body.to),
    });
  },
});
