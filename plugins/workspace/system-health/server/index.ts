import { defineServerHalf } from '#core/kernel/server/index.ts';
import { systemApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { MailTest } from './mail-test.ts';
import { SystemFigures } from './system-figures.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    container.bind(SystemFigures).toSelf();
    container.bind(MailTest).toSelf();
  },
  activate({ get, implement }) {
    implement(systemApi, {
      getSystem: () => get(SystemFigures).state(),
      measureStorage: async () => ({ data: [...(await get(SystemFigures).storage())] }),
      testMail: ({ body }, context) => get(MailTest).send(context, body.to),
    });
  },
});
