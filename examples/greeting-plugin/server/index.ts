import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { greetingApi } from '../common/api.ts';
import manifest from '../manifest.ts';

export default defineServerPlugin(manifest, {
  activate({ implement }) {
    implement(greetingApi, {
      greet: (_, context) => ({
        text: `Hello ${context.user.firstName || context.user.email}, this is ${context.team.name}.`,
      }),
    });
  },
});
