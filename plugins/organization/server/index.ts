import { defineServerPlugin } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { organizationApi } from '../common/api.ts';
import { OrganizationChanges } from './kit/index.ts';
import { OrganizationPlugins } from './organization-plugins.ts';

export default defineServerPlugin(manifest, {
  provides: [OrganizationChanges],
  bindings(container) {
    container.bind(OrganizationChanges).toSelf();
    container.bind(OrganizationPlugins).toSelf();
  },
  activate: ({ get, implement }) => implement(organizationApi, get(OrganizationPlugins).handlers()),
});
