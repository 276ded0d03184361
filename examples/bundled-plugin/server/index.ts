import { defineServerHalf } from '#core/kernel/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { linksApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { linkHandlers } from './link-handlers.ts';
import { TeamLinks } from './team-links.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(TeamLinks).toSelf(),
  activate: ({ get, implement }) => implement(linksApi, linkHandlers(get(TeamLinks), get(Items))),
});
